import { crc32, deflateSync } from 'node:zlib'
import type { RepairRow } from './repairs'
import { Dice } from './random'

/** A photo of a repair or a checked roll, drawn when the plant is loaded. */
export interface Photo {
  readonly id: string
  readonly seed: string
  readonly of: 'repair' | 'qualityCheck'
  readonly rowId: string
  readonly by: string | null
  readonly at: string
  readonly name: string
}

const WIDTH = 400
const HEIGHT = 300
const PHOTOS = 12

/** Adds photos to the newest repairs: one of the fault, and for some finished repairs one of the work. */
export function addPhotos(dice: Dice, repairs: readonly RepairRow[]): Photo[] {
  const photos: Photo[] = []
  for (const row of repairs
    .toReversed()
    .filter(({ state }) => state !== 'withdrawn')
    .slice(0, PHOTOS)) {
    const at = Date.parse(row.reportedAt)
    const photo = (by: string | null, what: string): Photo => ({
      id: dice.id(at),
      seed: `${row.number}/${what}`,
      of: 'repair',
      rowId: row.id,
      by,
      at: row.reportedAt,
      name: `${row.number}-${what}.png`,
    })
    const fault = photo(row.reportedBy ?? null, 'fault')
    photos.push(fault)
    row.images = [fault.id]
    if (!row.finishedBy || !dice.chance(0.5)) continue
    const work = photo(row.finishedBy, 'work')
    photos.push(work)
    row.workImages = [work.id]
  }
  return photos
}

type Colour = readonly [number, number, number]
/** Draws a flange with bolts on a steel housing, a label and a stain; deterministic. PNG, 400 × 300. */
export function drawPhoto(seed: string): Buffer {
  const dice = new Dice(`photo/${seed}`)
  const steel: Colour = dice.pick([
    [96, 112, 126],
    [70, 104, 92],
    [120, 108, 88],
    [88, 96, 128],
  ])
  const [cx, cy, radius, bolts] = [dice.int(150, 250), dice.int(120, 180), dice.int(62, 92), dice.int(5, 9)]
  const [sx, sy, stain, turn] = [cx + dice.int(-60, 60), cy + dice.int(30, 90), dice.int(18, 42), dice.next()]
  const pixels = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const light = 1.15 - 0.5 * (y / HEIGHT) - 0.15 * Math.abs(x / WIDTH - 0.4)
      let colour: Colour = y > HEIGHT - 36 ? [74, 72, 70] : steel
      const distance = Math.hypot(x - cx, y - cy)
      if (distance < radius)
        colour = distance > radius - 5 ? [60, 64, 70] : distance < radius * 0.42 ? [42, 44, 48] : [168, 172, 176]
      for (let i = 0; i < bolts; i++) {
        const angle = (i / bolts + turn) * 2 * Math.PI
        if (Math.hypot(x - cx - Math.cos(angle) * radius * 0.74, y - cy - Math.sin(angle) * radius * 0.74) < 7)
          colour = [96, 88, 70]
      }
      if (Math.hypot((x - sx) / 1.6, y - sy) < stain * (0.8 + 0.2 * Math.sin(x / 7))) colour = [58, 44, 28]
      if (x > 16 && x < 96 && y > 14 && y < 44) colour = y > 24 && y < 34 && x % 9 < 5 ? [40, 40, 40] : [232, 196, 40]
      const at = y * (WIDTH * 3 + 1) + 1 + x * 3
      colour.forEach((value, c) => {
        pixels[at + c] = Math.max(0, Math.min(255, Math.round(value * light)))
      })
    }
  return png(pixels)
}
/** Draws bonded web with bond points and a defect; deterministic. PNG, 400 × 300. */
export function drawWeb(seed: string): Buffer {
  const dice = new Dice(`web/${seed}`)
  const [fx, fy, size, long] = [dice.int(120, 280), dice.int(90, 210), dice.int(8, 22), dice.between(0.6, 2.4)]
  const pixels = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const point = (x + (Math.floor(y / 12) % 2) * 6) % 12 < 4 && y % 12 < 4
      const light = (point ? 0.86 : 1) - 0.1 * (y / HEIGHT) + 0.02 * Math.sin(x / 9 + y / 31)
      const inside = Math.hypot((x - fx) / long, y - fy) < size * (0.85 + 0.15 * Math.sin(x / 3))
      const colour: Colour = inside ? [64, 60, 58] : [232, 235, 238]
      const at = y * (WIDTH * 3 + 1) + 1 + x * 3
      colour.forEach((value, c) => {
        pixels[at + c] = Math.max(0, Math.min(255, Math.round(value * light)))
      })
    }
  return png(pixels)
}

/** Encodes RGB pixels as PNG (ISO/IEC 15948): 8 bits per channel, no filter. */
function png(pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
