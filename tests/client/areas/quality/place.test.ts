import { beforeAll, expect, it } from 'vitest'
import i18next from 'i18next'
import quality from '@/areas/quality/locales/zh.json'
import { formatDefectPlace } from '@/areas/quality/client/sheet/DefectsField'
import { loadTexts } from '../../texts'

beforeAll(() => loadTexts({ quality }))

it('a defect is where it was tapped: one metre, a stretch, or the whole roll', () => {
  const say = (key: string, filled?: object) => i18next.t(`quality:${key}`, filled as never) as unknown as string
  expect(formatDefectPlace({ lane: 4, fromM: 1232, toM: null }, say)).toBe('第 4 道 · 1,232 m 处')
  expect(formatDefectPlace({ lane: null, fromM: 1232, toM: 1232 }, say)).toBe('1,232 m 处')
  expect(formatDefectPlace({ lane: null, fromM: 990, toM: 1232 }, say)).toBe('990–1,232 m')
  expect(formatDefectPlace({ lane: 2, fromM: null, toM: null }, say)).toBe('第 2 道 · 整卷')
})
