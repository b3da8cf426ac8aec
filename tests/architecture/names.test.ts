/** What a sentence of the server calls a row by follows its reader: no code with a Chinese name beside it is put together by hand. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '../../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^(areas\/[^/]+|plant)\/server\/.*\.ts$/.test(name),
)
const lines = (wrong: RegExp) =>
  files.flatMap((name) =>
    readFileSync(join(src, name), 'utf8')
      .split('\n')
      .flatMap((line, i) => (wrong.test(line) ? [`${name}:${i + 1} ${line.trim()}`] : [])),
  )

test('a row is called by its code and its name in the language of the reader', () => {
  expect(lines(/\$\{(\w+\.)?code\} \$\{(\w+\.)?name\}/)).toEqual([])
})
test('a refusal names a line as its reader does', () => {
  expect(lines(/refuse\(.*\{ (line|hopper|material|machine|meter): \w+\.name\b/)).toEqual([])
})
