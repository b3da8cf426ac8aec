import { describe, expect, test } from 'vitest'
import { parseWeight, createWeightReader, type ScaleWeight } from '@/areas/rolls/client/winder/scale/use-scale'
import { createLineSplitter, openDevice, type SerialPortLike } from '@/client/serial/serial-port'

describe('a line of a scale', () => {
  test.each([
    ['ST,GS,+00482.5kg', 482.5, true],
    ['US,NT,+00482.5kg', 482.5, false],
    ['ST,NT,-0001.25 kg', -1.25, true],
    ['S S     482.50 kg', 482.5, true],
    ['S D     481.00 kg', 481, false],
    ['+  482.5 kg', 482.5, null],
    ['482,5', 482.5, null],
    ['\u0002  0482.5kg', 482.5, null],
    ['GS 482500 g', 482.5, null],
    ['WT: 0.4825 t', 482.5, null],
  ])('%s', (line, kg, stable) => expect(parseWeight(line)).toEqual({ kg, stable }))
  test.each(['', 'OL', 'S I', 'S +', 'ES', 'hello', 'ERR 12', 'READY', '51.20 N'])('%j is no weight', (line) =>
    expect(parseWeight(line)).toBeNull(),
  )
})

describe('what comes from a wire', () => {
  test('in pieces, with noise and half a line at the end', () => {
    const seen: ScaleWeight[] = []
    const take = createLineSplitter(createWeightReader((weight) => seen.push(weight)))
    for (const piece of [
      '.5kg\r\nST,GS,+04',
      '82.5k',
      'g\r\nUS,GS,+0481.0kg\r\n',
      'x'.repeat(5000),
      '\r\n 480.0\r\n480.0\r\nST,G',
    ])
      take(piece)
    expect(seen).toEqual([
      { kg: 0.5, stable: false },
      { kg: 482.5, stable: true },
      { kg: 481, stable: false },
      { kg: 480, stable: false },
      { kg: 480, stable: true },
    ])
  })
  test('from a port, until it is stopped; the port is free again', async () => {
    const log: string[] = []
    let send: ReadableStreamDefaultController<Uint8Array> | undefined
    const port: SerialPortLike = {
      readable: new ReadableStream<Uint8Array>({
        start: (controller) => {
          send = controller
        },
        cancel: () => {
          log.push('cancelled')
        },
      }),
      open: ({ baudRate }) => {
        log.push(`open ${baudRate}`)
        return Promise.resolve()
      },
      close: () => {
        log.push('closed')
        return Promise.resolve()
      },
    }
    const scale = await openDevice({
      getPorts: () => Promise.resolve([port]),
      requestPort: () => Promise.reject(new Error('asked again')),
    })
    const stop = new AbortController()
    const seen: ScaleWeight[] = []
    const reading = scale.read(
      createWeightReader((weight) => {
        seen.push(weight)
        stop.abort()
      }),
      stop.signal,
    )
    send?.enqueue(new TextEncoder().encode('ST,GS,+0482.5kg\r\n'))
    await reading
    await scale.close()
    expect([seen, log]).toEqual([[{ kg: 482.5, stable: true }], ['open 9600', 'cancelled', 'closed']])
  })
  test('a port that is pulled out ends the reading with its error', async () => {
    const port: SerialPortLike = {
      readable: new ReadableStream<Uint8Array>({
        start: (c) => {
          c.error(new Error('device lost'))
        },
      }),
      open: () => Promise.resolve(),
      close: () => Promise.resolve(),
    }
    const scale = await openDevice({ getPorts: () => Promise.resolve([]), requestPort: () => Promise.resolve(port) })
    await expect(scale.read(() => undefined, new AbortController().signal)).rejects.toThrow('device lost')
  })
})
