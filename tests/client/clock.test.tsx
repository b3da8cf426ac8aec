// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { getPlantMoment, getPlantNow, setClockOffset, useNow } from '@/client/clock'
import { createClock } from '@/offline/clock'
import { openOutboxDatabase } from '@/offline/database'
import { createSyncStatus } from '@/offline/sync-status'
import { useThisWeek } from '@/areas/maintenance/client/weekly/use-this-week'

const DAY = 86_400_000
afterEach(() => {
  cleanup()
  setClockOffset(0)
  vi.useRealTimers()
})

test('what the store measured moves the clock of the screens at once, and small steps redraw nothing', () => {
  vi.useFakeTimers({ now: Date.parse('2026-10-05T08:00:00Z'), toFake: ['Date'] })
  let drawn = 0
  function Shown() {
    drawn++
    return <output>{new Date(useNow()).toISOString()}</output>
  }
  render(<Shown />)
  act(() => setClockOffset(-DAY))
  expect(screen.getByRole('status').textContent).toBe('2026-10-04T08:00:00.000Z')
  expect(getPlantMoment()).toBe('2026-10-04T08:00:00.000Z')
  const previousDraws = drawn
  act(() => setClockOffset(-DAY + 400))
  expect(drawn).toBe(previousDraws)
  expect(getPlantNow()).toBe(Date.parse('2026-10-04T08:00:00.400Z'))
})

test('the week shown is the one the server is in, also when that is known late', () => {
  vi.useFakeTimers({ now: Date.parse('2026-10-05T08:00:00Z'), toFake: ['Date'] })
  const { result } = renderHook(useThisWeek)
  expect(result.current).toBe('2026-W41')
  act(() => setClockOffset(-2 * DAY))
  expect(result.current).toBe('2026-W40')
})

test('what is to send is not known before the store was counted for the person signed in', async () => {
  const db = openOutboxDatabase({ name: 'status-test' })
  let person: { userId: string; token: string } | null = null
  const status = createSyncStatus(
    db,
    () => person,
    (error) => {
      throw error
    },
  )
  expect(status.get().state).toBe('reading')
  await status.refresh()
  expect(status.get().state).toBe('reading')
  person = { userId: 'li', token: 't' }
  await status.refresh()
  expect(status.get().state).toBe('sent')
  db.close()
})

test('the store tells its offset at once, when it is measured, and when it is taken up again', async () => {
  const db = openOutboxDatabase({ name: 'clock-test' })
  const heard: number[] = []
  const clock = createClock(db, () => 1_000_000)
  clock.subscribeOffset((offset) => heard.push(offset))
  await clock.addMeasurement(999_000, 1_000_000, new Date(999_500 - DAY).toISOString())
  const later = createClock(db, () => 2_000_000)
  later.subscribeOffset((offset) => heard.push(offset))
  await later.load()
  expect(heard).toEqual([0, -DAY, 0, -DAY])
  db.close()
})

test('no screen of an area asks the phone for the time of the plant', () => {
  const areas = join(import.meta.dirname, '../../src/areas')
  const files = readdirSync(areas, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[^/\\]+[/\\]client[/\\].*\.tsx?$/.test(file),
  )
  expect(files.length).toBeGreaterThan(100)
  const asking = files
    .filter((file) => /\bDate\.now\(\)|new Date\(\)/.test(readFileSync(join(areas, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
  expect(asking).toEqual([])
})
