import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

// A moment's first ten letters are its day in UTC: what a person sees is the plant's (`client/format/time`).
const source = resolve(import.meta.dirname, '../../src')
const shown = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^|\/)client\/.*\.tsx?$/.test(file),
)

test('no page cuts the day out of a moment', () => {
  expect(shown.length).toBeGreaterThan(300)
  const cut = shown.filter((file) =>
    /At\)?\??\.slice\(0, 10\)|\.(from|to)\.slice\(0, 10\)|String\([^)]*\)\.slice\(0, 10\)/.test(
      readFileSync(join(source, file), 'utf8'),
    ),
  )
  expect(cut).toEqual([])
})
