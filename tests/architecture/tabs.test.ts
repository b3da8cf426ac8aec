import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '../../src')
const modules = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
const text = (name: string) => readFileSync(join(src, name), 'utf8')

// Segmented controls are for settings: a theme, a language. Navigation uses the tabs of the kit.
test('views of a page use the tabs of the kit', () => {
  const boxes = modules.filter((name) => text(name).includes('className="segments'))
  expect(boxes.toSorted()).toEqual([
    join('client', 'session', 'LanguageSwitch.tsx'),
    join('client', 'shell', 'MePage.tsx'),
  ])
})

// One list only switches between its rows: by state or author. Other views of a page have their own line of tabs.
test('a restriction of one list is drawn as its filter, not as a view of the page', () => {
  const narrowing = [
    ['orders', 'client', 'progress', 'ProgressPage.tsx'],
    ['feeding', 'client', 'order', 'MaterialOrderPage.tsx'],
    ['access', 'client', 'log', 'OperationLogPage.tsx'],
  ].map((path) => join('areas', ...path))
  expect(narrowing.filter((name) => /<Tabs\b[^>]*\sviews\b/.test(text(name)))).toEqual([])
})

// The browser formats a date input by its own language, so the app formats dates itself.
test('dates use the date input of the kit', () => {
  const dates = modules.filter((name) => /type="(date|datetime-local|month)"/.test(text(name)))
  expect(dates).toEqual([])
})
