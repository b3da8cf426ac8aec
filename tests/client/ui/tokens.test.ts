import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const read = (name: string) => readFileSync(resolve('src/client/ui', name), 'utf8')
const css = read('tokens.css')

function tokens(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`)
  expect(start, selector).toBeGreaterThanOrEqual(0)
  const block = css.slice(start, css.indexOf('}', start))
  return new Map([...block.matchAll(/(--[\w-]+): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]))
}

/** Relative luminance and contrast ratio, WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

const READ: [string, string][] = [
  ...['ink', 'ink-2'].flatMap((ink) =>
    ['surface', 'raised', 'sunken', 'accent-soft'].map((ground): [string, string] => [ink, ground]),
  ),
  ...['accent', 'ok', 'warn', 'bad'].flatMap((tone) =>
    [tone + '-soft', 'raised', 'surface'].map((ground): [string, string] => [tone, ground]),
  ),
  ['ink', 'bad-soft'],
  ['accent-ink', 'accent'],
  ['accent-ink', 'bad'],
]

describe.each([
  ['light', 'html:root'],
  ['dark', "html[data-theme='dark']:root"],
])('%s', (_, selector) => {
  const definedTokens = tokens(selector)
  const get = (name: string) => definedTokens.get(`--${name}`) ?? '#000000'
  it.each(READ)('%s reads on %s', (text, ground) => {
    expect(contrast(get(text), get(ground))).toBeGreaterThanOrEqual(4.5)
  })
  it('outlines controls with a contrast of 3:1', () => {
    for (const ground of ['surface', 'raised'])
      expect(contrast(get('line-strong'), get(ground))).toBeGreaterThanOrEqual(3)
  })
})

it('the dark theme is equal if chosen and if set by the system', () => {
  const chosen = tokens("html[data-theme='dark']:root")
  const system = tokens("html:not([data-theme='light']):root")
  expect(chosen.size).toBeGreaterThan(10)
  expect([...system]).toEqual([...chosen])
})

it('stays within its part of the first load: 5 KB gzip', () => {
  expect(gzipSync(css + read('ui.css')).length).toBeLessThanOrEqual(5120)
})
