import type { ReportData } from '../../src/report/html/data.js';

/**
 * Reads the data that the page carries: base64 of deflated JSON.
 *
 * @throws Error in words for the reader when the browser cannot inflate, or the data are damaged
 */
export async function readData(element: Element | null): Promise<ReportData> {
  if (!element) throw new Error('The page holds no data: it was cut short.');
  if (typeof DecompressionStream === 'undefined')
    throw new Error(
      'This browser cannot unpack the data inside the page. Chrome 103, Firefox 113, Safari 16.4 and later can.',
    );
  try {
    const packed = bytesOf(element.textContent.trim());
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return (await new Response(unpacked).json()) as ReportData;
  } catch (error) {
    throw new Error(`The data inside the page cannot be unpacked: the file is damaged (${String(error)}).`);
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
