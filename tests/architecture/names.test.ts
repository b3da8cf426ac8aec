/** A server message names a row in the reader's language: no file concatenates a code with its Chinese name. */
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

test("a row has its code and its name in the reader's language", () => {
  expect(lines(/\$\{(\w+\.)?code\} \$\{(\w+\.)?name\}/)).toEqual([])
})
test("a refusal names a line in the reader's language", () => {
  expect(lines(/refuse\(.*\{ (line|hopper|material|machine|meter): \w+\.name\b/)).toEqual([])
})
