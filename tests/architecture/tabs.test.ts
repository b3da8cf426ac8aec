import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '../../src')
const modules = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
const text = (name: string) => readFileSync(join(src, name), 'utf8')

// Joined boxes are how something is set: a theme, a language. Where one goes, the tabs of the kit say.
test('views of a page are drawn by the one kind of tabs', () => {
  const boxes = modules.filter((name) => text(name).includes('className="segments'))
  expect(boxes.toSorted()).toEqual([
    join('client', 'session', 'LanguageSwitch.tsx'),
    join('client', 'shell', 'MePage.tsx'),
  ])
})

// Of one list only which rows it has: its states, who wrote them. Other views of a page stand on a line of their own.
test('what narrows one list is drawn as its filter, not as views of the page', () => {
  const narrowing = [
    ['orders', 'client', 'progress', 'ProgressPage.tsx'],
    ['feeding', 'client', 'order', 'MaterialOrderPage.tsx'],
    ['access', 'client', 'log', 'OperationLogPage.tsx'],
  ].map((path) => join('areas', ...path))
  expect(narrowing.filter((name) => /<Tabs\b[^>]*\sviews\b/.test(text(name)))).toEqual([])
})

// What the browser shows of a date goes by its own language: the app writes dates itself.
test('dates are shown and taken by the one input of the kit', () => {
  const dates = modules.filter((name) => /type="(date|datetime-local|month)"/.test(text(name)))
  expect(dates).toEqual([])
})
