// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CellDeviceBar, type DeviceIndex } from '@/areas/laboratory/client/device/CellDeviceBar'
import { convertReading } from '@/areas/laboratory/rules/reading'
import words from '@/areas/laboratory/locales/zh.json'
import { createPieceDetector, parseReading, SILENCE_MS } from '@/client/serial/device-reading'
import { loadTexts } from '../../texts'

const say = words.pages.qualityData.device
const indexes: DeviceIndex[] = [
  { name: '克重', unit: 'g', samples: 2 },
  { name: '强力', unit: 'N/50 mm', samples: 1 },
]
/** Values saved when a cell lost focus. */
const saved: string[] = []
function Grid({ rows = 2 }: { rows?: number }) {
  const table = useRef<HTMLTableElement>(null)
  return (
    <>
      <CellDeviceBar table={table} rows={rows} indexes={indexes} />
      <table ref={table}>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              {indexes.map(({ name }, column) => (
                <td key={name}>
                  <input
                    data-at={`${row} ${column}`}
                    aria-label={`${name}${row}`}
                    onBlur={(event) => saved.push(`${name}${row} ${event.target.value}`)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
/** A serial port as the browser provides it, controlled by the test. */
function fakePort() {
  let wire: ReadableStreamDefaultController<Uint8Array> | undefined
  const readable = new ReadableStream<Uint8Array>({
    start: (controller) => {
      wire = controller
    },
  })
  const port = { readable, open: () => Promise.resolve(), close: () => Promise.resolve() }
  vi.stubGlobal('navigator', {
    userAgent: 'test',
    language: 'zh',
    serial: { getPorts: () => Promise.resolve([port]), requestPort: () => Promise.reject(new Error('asked again')) },
  })
  return {
    shows: async (...lines: string[]) => {
      for (const line of lines)
        await act(async () => {
          wire?.enqueue(new TextEncoder().encode(`${line}\r\n`))
          await new Promise((done) => setTimeout(done, 0))
        })
    },
    pulled: () => wire?.error(new Error('device lost')),
  }
}
const cell = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const status = () => screen.getByRole('status').textContent
async function connected(rows?: number) {
  await loadTexts({ laboratory: words })
  const port = fakePort()
  render(<Grid {...(rows ? { rows } : {})} />)
  fireEvent.click(screen.getByRole('button', { name: say.connect }))
  await waitFor(() => expect(status()).toBe(say.waits))
  return port
}
beforeEach(() => saved.splice(0))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a balance beside the grid', () => {
  test('is offered only where the browser has serial ports', async () => {
    await loadTexts({ laboratory: words })
    render(<Grid />)
    expect(screen.queryByRole('button')).toBeNull()
  })
  test('fills the next empty cell, continues after its samples, and saves a cell that is left', async () => {
    const { shows } = await connected()
    await shows('ST,NT,+0001.52 g', 'US,NT,+0000.40 g', 'S S 1.50 g')
    expect([cell('克重0').value, document.activeElement]).toEqual(['1.52 1.50', cell('克重1')])
    expect(saved).toContain('克重0 1.52 1.50')
    await shows('S D 0.10 g', 'S S 1490 mg')
    expect(cell('克重1').value).toBe('1.49')
    cell('强力1').focus()
    await shows('S D 12.0 N', 'S S 51.20 N')
    expect(cell('强力1').value).toBe('51.20')
    expect(saved).toContain('强力1 51.20')
  })
  test('rejects a value in another unit, and says so', async () => {
    const { shows } = await connected()
    cell('克重0').focus()
    await shows('S S 12.0 N')
    expect(cell('克重0').value).toBe('')
    expect(status()).toBe('设备显示 12.0 N，而 克重 的单位是 g：未填入')
    await shows('S D 0.3 mm', 'S S 0.35 mm')
    expect(status()).toContain('0.35 mm')
    expect(cell('克重0').value).toBe('')
  })
  test('reports a full grid, and a disconnected balance', async () => {
    const { shows, pulled } = await connected(1)
    await shows('S S 1.50 g', 'S D 0 g', 'S S 1.51 g', 'S D 0 g', 'S S 1.52 g')
    expect(cell('克重0').value).toBe('1.50 1.51')
    expect(status()).toContain('已填满')
    pulled()
    await waitFor(() => expect(screen.getByRole('button', { name: say.lost })).toBeTruthy())
  })
})

test('a continuous device gives one value per piece, a printing device one per key press', () => {
  const detectedTexts: string[] = []
  const take = createPieceDetector(({ text }) => detectedTexts.push(text), 0)
  const line = (text: string, now: number) => take(parseReading(text)!, now)
  line('1.50 g', 100) // it was talking when it was connected: once seen is not yet still
  for (let at = 200; at < 1000; at += 100) line('1.50 g', at)
  line('US,NT, 0.70 g', 1000)
  line('ST,NT, 0.00 g', 1100)
  line('ST,NT, 1.50 g', 1200)
  line('ST,NT, 1.50 g', 1300)
  expect(detectedTexts).toEqual(['1.50', '1.50'])
  line('ST,NT, 1.50 g', 1300 + SILENCE_MS)
  line('2.50 N', 9000)
  expect(detectedTexts).toEqual(['1.50', '1.50', '1.50', '2.50'])
})
test.each([
  ['1490', 'mg', 'g', '1.49'],
  ['51.20', 'N', 'N/50mm', '51.20'],
  ['5.2', 'kgf', 'N/5cm', '50.99458'],
  ['350', 'µm', 'mm', '0.35'],
  ['1.5', null, 'g/m²', '1.5'],
  ['1.5', 'g', 'g/m²', null],
  ['1.5', 'N', 'mm', null],
  ['1.5', 'g', null, null],
] as const)('%s %s in %s', (text, from, to, expected) => expect(convertReading(text, from, to)).toBe(expected))
