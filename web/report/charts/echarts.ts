// The parts of ECharts that the page draws with; what is not named here is not in the file.
import {
  BarChart,
  type BarSeriesOption,
  CustomChart,
  type CustomSeriesOption,
  LineChart,
  type LineSeriesOption,
  ScatterChart,
  type ScatterSeriesOption,
} from 'echarts/charts';
import {
  GridComponent,
  type GridComponentOption,
  MarkLineComponent,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components';
import * as core from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';

core.use([
  ...[BarChart, CustomChart, LineChart, ScatterChart],
  ...[GridComponent, MarkLineComponent, TooltipComponent],
  ...[LabelLayout, SVGRenderer],
]);

export type Chart = core.EChartsType;
export type Series = BarSeriesOption | CustomSeriesOption | LineSeriesOption | ScatterSeriesOption;
export type Option = core.ComposeOption<Series | GridComponentOption | TooltipComponentOption>;

/** Pictures of vectors: crisp on paper, and their colours come from the style sheet. */
export function newChart(element: HTMLElement, width: number, height: number): Chart {
  return core.init(element, null, { renderer: 'svg', width, height });
}
