import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

// The first ten characters of a timestamp are its UTC day; people see the plant's day (`client/format/time`).
const source = resolve(import.meta.dirname, '../../src')
const clientFiles = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^|\/)client\/.*\.tsx?$/.test(file),
)

test('no page cuts the day out of a timestamp', () => {
  expect(clientFiles.length).toBeGreaterThan(300)
  const cut = clientFiles.filter((file) =>
    /At\)?\??\.slice\(0, 10\)|\.(from|to)\.slice\(0, 10\)|String\([^)]*\)\.slice\(0, 10\)/.test(
      readFileSync(join(source, file), 'utf8'),
    ),
  )
  expect(cut).toEqual([])
})
