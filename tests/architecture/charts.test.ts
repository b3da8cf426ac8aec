import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '../../src')
const KIT = 'client/ui/charts/base-options.ts'
const modules = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))

// Charts load late and in any order: a chart that relies on another chart's registered scales fails if it loads first.
test('every chart imports the kit that registers scales and controllers', () => {
  const drawings = modules.filter(
    (name) =>
      relative(KIT, name) !== '' &&
      /^import (?!type )[^'"]* from '(react-chartjs-2|chart\.js|chartjs-[\w-]+)'/m.test(
        readFileSync(join(src, name), 'utf8'),
      ),
  )
  expect(drawings.length).toBeGreaterThan(5)
  const without = drawings.filter(
    (name) => !/^import (?!type )[^\n]*'[@./\w-]*\/base-options'/m.test(readFileSync(join(src, name), 'utf8')),
  )
  expect(without).toEqual([])
})
