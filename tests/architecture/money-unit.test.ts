/** Units of money use `unitWord`: no page writes one by hand, and no Chinese text contains CNY. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '../../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
const lines = (ending: string, wrong: RegExp) =>
  files
    .filter((name) => name.endsWith(ending))
    .flatMap((name) =>
      readFileSync(join(src, name), 'utf8')
        .split('\n')
        .flatMap((line, i) => (wrong.test(line) ? [`${name}:${i + 1} ${line.trim()}`] : [])),
    )

test('no page writes the unit of money by hand', () => {
  expect(lines('.tsx', /\(CNY|>CNY/)).toEqual([])
})
test('no Chinese text says CNY', () => {
  expect(lines('zh.json', /CNY/)).toEqual([])
})
