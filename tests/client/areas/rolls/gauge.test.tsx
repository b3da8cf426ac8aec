// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import words from '@/areas/rolls/locales/zh.json'
import { RollGauge } from '@/areas/rolls/client/winder/RollGauge'
import { loadTexts } from '../../texts'

const nowMs = Date.parse('2026-11-20T08:00:00.000Z')
const progress = { woundM: 5000, kg: 240, targetM: 10_000, share: 0.5, dueAt: null, speed: 295, isUsualSpeed: false }
const labelled = (label: string) => screen.queryByText(label)?.parentElement?.querySelector('dd')?.textContent

beforeEach(() => loadTexts({ rolls: words }))
afterEach(cleanup)

it('shows the speed of a running line', () => {
  render(<RollGauge progress={{ ...progress, isStopped: false }} now={nowMs} />)
  expect(labelled(words.jumboRoll.fields.speed)).toBe('295 m/min')
})
it('shows the speed of a stopped line as its setting', () => {
  render(<RollGauge progress={{ ...progress, isStopped: true }} now={nowMs} />)
  expect(labelled(words.jumboRoll.fields.speed)).toBeUndefined()
  expect(labelled(words.pages.winder.speedSetpoint)).toBe('295 m/min')
})
it("marks an estimate based on the line's usual speed", () => {
  render(<RollGauge progress={{ ...progress, isUsualSpeed: true, isStopped: false }} now={nowMs} />)
  expect(labelled(words.pages.winder.usualSpeed)).toBe('295 m/min')
  expect(screen.getByText(words.pages.winder.byUsualSpeed)).toBeTruthy()
})
