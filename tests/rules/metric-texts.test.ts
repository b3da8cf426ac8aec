import { expect, test } from 'vitest'
import { metrics } from '@/plant/rules/metrics'
import en from '@/plant/locales/en.json'
import zh from '@/plant/locales/zh.json'

test.each(Object.entries(metrics))(
  '%s has a name and a formula in both languages, and a unit',
  (name, { formula, source }) => {
    for (const words of [zh, en]) {
      const own = (words.figures as Record<string, { name: string; formula: string }>)[name]
      expect(own?.name).toBeTruthy()
      expect(own?.formula).toBeTruthy()
    }
    expect(formula.length).toBeGreaterThan(5)
    expect(source.length).toBeGreaterThan(5)
  },
)
test('no two metrics share a name: one name means one thing', () => {
  for (const words of [zh, en]) {
    const names = Object.values(words.figures).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  }
})
