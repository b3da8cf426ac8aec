import { expect, test } from 'vitest'
import laboratoryEn from '@/areas/laboratory/locales/en.json'
import laboratoryZh from '@/areas/laboratory/locales/zh.json'
import pricesEn from '@/areas/prices/locales/en.json'
import pricesZh from '@/areas/prices/locales/zh.json'
import { marketProblemCodes } from '@/areas/prices/rules/market-worksheet'

test.each([pricesZh, pricesEn])('every refusal of market prices has its text', (locale) => {
  expect(Object.keys(locale.refusals.market).toSorted()).toEqual([...marketProblemCodes].toSorted())
})
test.each([laboratoryZh, laboratoryEn])('every issue of a text cell has its text in a laboratory file', (locale) => {
  const texts: Readonly<Record<string, string>> = locale.refusals.sheet
  for (const code of ['dateInText', 'fractionInText', 'booleanInText', 'unclearFormat', 'digitsLost', 'otherUnit'])
    expect(texts[code]).toContain(code === 'otherUnit' ? '{{unit}}' : '{{value}}')
})
