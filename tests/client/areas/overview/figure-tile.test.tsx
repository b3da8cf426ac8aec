// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import i18next from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { afterEach, expect, it } from 'vitest'
import { ComparedMetricTile } from '@/areas/overview/client/parts/ComparedMetricTile'
import { RankedList } from '@/areas/overview/client/parts/RankedList'
import en from '@/areas/overview/locales/en.json'
import zh from '@/areas/overview/locales/zh.json'
import plantEn from '@/plant/locales/en.json'
import plantZh from '@/plant/locales/zh.json'
import { createSharedLabelOptions } from '@/contract/shared-label'
import clientEn from '@/client/locales/en.json'
import clientZh from '@/client/locales/zh.json'

afterEach(cleanup)
const figure = {
  figure: 'outputKg',
  value: 110_000,
  target: 17_960,
  due: 17_960,
  verdict: null,
  changePercent: null,
  yearChangePercent: null,
} as const

function textOf(node: React.ReactNode, language: 'zh' | 'en'): string {
  const i18n = i18next.createInstance()
  void i18n.use(initReactI18next).init({
    lng: language,
    initAsync: false,
    ns: ['overview', 'plant', 'client'],
    resources: {
      zh: { overview: zh, plant: plantZh, client: clientZh },
      en: { overview: en, plant: plantEn, client: clientEn },
    },
    interpolation: { escapeValue: false },
    ...createSharedLabelOptions(i18n),
  })
  return render(<I18nextProvider i18n={i18n}>{node}</I18nextProvider>).container.textContent.replaceAll('\u00a0', ' ')
}

it.each([
  ['zh', '11.0万kg', '1.8万 kg'],
  ['en', '110.0t', '18.0 t'],
] as const)('a card abbreviates a figure and its target alike in %s', (language, value, target) => {
  const text = textOf(<ComparedMetricTile metric={figure} />, language)
  expect(text).toContain(value)
  expect(text).toContain(target)
  expect(text).not.toContain('17,960')
})

it.each(['zh', 'en'] as const)('a table of the same figures is exact in %s', (language) => {
  const row = { ...figure, key: 'a', label: 'SB1', rank: 1 }
  const text = textOf(<RankedList title="t" rows={[row]} />, language)
  expect(text).toContain('110,000')
  expect(text).toContain('17,960')
})
