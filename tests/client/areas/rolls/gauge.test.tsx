// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import words from '@/areas/rolls/locales/zh.json'
import { RollGauge } from '@/areas/rolls/client/winder/RollGauge'
import { loadTexts } from '../../texts'

const at = Date.parse('2026-11-20T08:00:00.000Z')
const progress = { metres: 5000, kg: 240, target: 10_000, share: 0.5, dueAt: null, speed: 295, usual: false }
const labelled = (label: string) => screen.queryByText(label)?.parentElement?.querySelector('dd')?.textContent

beforeEach(() => loadTexts({ rolls: words }))
afterEach(cleanup)

it('tells the speed of a line that runs as its speed', () => {
  render(<RollGauge progress={{ ...progress, stands: false }} now={at} />)
  expect(labelled(words.jumboRoll.fields.speed)).toBe('295 m/min')
})
it('tells the speed of a line that stands as what is set, never as what it does', () => {
  render(<RollGauge progress={{ ...progress, stands: true }} now={at} />)
  expect(labelled(words.jumboRoll.fields.speed)).toBeUndefined()
  expect(labelled(words.pages.winder.setSpeed)).toBe('295 m/min')
})
it('says of an estimate that it goes by the usual speed of the line', () => {
  render(<RollGauge progress={{ ...progress, usual: true, stands: false }} now={at} />)
  expect(labelled(words.pages.winder.usualSpeed)).toBe('295 m/min')
  expect(screen.getByText(words.pages.winder.byUsualSpeed)).toBeTruthy()
})
