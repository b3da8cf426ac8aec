import { crc32, deflateSync } from 'node:zlib'
import type { DemoRepair } from './repairs'
import { Dice } from './random'

/** A photo of a repair or a checked roll, drawn when the plant is loaded. */
export interface DemoPhoto {
  readonly id: string
  readonly seed: string
  readonly resourceName: 'repair' | 'qualityCheck'
  readonly rowId: string
  readonly takenBy: string | null
  readonly takenAt: string
  readonly name: string
}

const PHOTO_WIDTH = 400
const PHOTO_HEIGHT = 300
const MAX_PHOTO_REPAIRS = 12

/** Adds photos to the newest repairs: one of the fault, and for some finished repairs one of the work. */
export function addPhotos(dice: Dice, repairs: readonly DemoRepair[]): DemoPhoto[] {
  const photos: DemoPhoto[] = []
  for (const repair of repairs
    .toReversed()
    .filter(({ state }) => state !== 'withdrawn')
    .slice(0, MAX_PHOTO_REPAIRS)) {
    const reportedMs = Date.parse(repair.reportedAt)
    const createPhoto = (takenBy: string | null, subject: string): DemoPhoto => ({
      id: dice.id(reportedMs),
      seed: `${repair.number}/${subject}`,
      resourceName: 'repair',
      rowId: repair.id,
      takenBy,
      takenAt: repair.reportedAt,
      name: `${repair.number}-${subject}.png`,
    })
    const faultPhoto = createPhoto(repair.reportedBy ?? null, 'fault')
    photos.push(faultPhoto)
    repair.images = [faultPhoto.id]
    if (!repair.finishedBy || !dice.chance(0.5)) continue
    const workPhoto = createPhoto(repair.finishedBy, 'work')
    photos.push(workPhoto)
    repair.workImages = [workPhoto.id]
  }
  return photos
}

type Color = readonly [number, number, number]
/** Draws a flange with bolts on a steel housing, a label and a stain; deterministic. PNG, 400 × 300. */
export function drawRepairPhoto(seed: string): Buffer {
  const dice = new Dice(`photo/${seed}`)
  const steel: Color = dice.pick([
    [96, 112, 126],
    [70, 104, 92],
    [120, 108, 88],
    [88, 96, 128],
  ])
  const flangeX = dice.int(150, 250)
  const flangeY = dice.int(120, 180)
  const flangeRadius = dice.int(62, 92)
  const boltCount = dice.int(5, 9)
  const stainX = flangeX + dice.int(-60, 60)
  const stainY = flangeY + dice.int(30, 90)
  const stainRadius = dice.int(18, 42)
  /** Rotation of the bolt circle, as a share of a full turn. */
  const rotation = dice.next()
  const pixels = Buffer.alloc((PHOTO_WIDTH * 3 + 1) * PHOTO_HEIGHT)
  for (let y = 0; y < PHOTO_HEIGHT; y++)
    for (let x = 0; x < PHOTO_WIDTH; x++) {
      const brightness = 1.15 - 0.5 * (y / PHOTO_HEIGHT) - 0.15 * Math.abs(x / PHOTO_WIDTH - 0.4)
      let color: Color = y > PHOTO_HEIGHT - 36 ? [74, 72, 70] : steel
      const distance = Math.hypot(x - flangeX, y - flangeY)
      if (distance < flangeRadius) color = [168, 172, 176]
      if (distance < flangeRadius && distance > flangeRadius - 5) color = [60, 64, 70]
      if (distance < flangeRadius * 0.42) color = [42, 44, 48]
      for (let i = 0; i < boltCount; i++) {
        const angle = (i / boltCount + rotation) * 2 * Math.PI
        const boltX = flangeX + Math.cos(angle) * flangeRadius * 0.74
        const boltY = flangeY + Math.sin(angle) * flangeRadius * 0.74
        if (Math.hypot(x - boltX, y - boltY) < 7) color = [96, 88, 70]
      }
      if (Math.hypot((x - stainX) / 1.6, y - stainY) < stainRadius * (0.8 + 0.2 * Math.sin(x / 7))) color = [58, 44, 28]
      if (x > 16 && x < 96 && y > 14 && y < 44) color = y > 24 && y < 34 && x % 9 < 5 ? [40, 40, 40] : [232, 196, 40]
      const offset = y * (PHOTO_WIDTH * 3 + 1) + 1 + x * 3
      color.forEach((value, channel) => {
        pixels[offset + channel] = Math.max(0, Math.min(255, Math.round(value * brightness)))
      })
    }
  return encodePng(pixels)
}
/** Draws bonded web with bond points and a defect; deterministic. PNG, 400 × 300. */
export function drawWebPhoto(seed: string): Buffer {
  const dice = new Dice(`web/${seed}`)
  const defectX = dice.int(120, 280)
  const defectY = dice.int(90, 210)
  const defectRadius = dice.int(8, 22)
  const stretch = dice.between(0.6, 2.4)
  const pixels = Buffer.alloc((PHOTO_WIDTH * 3 + 1) * PHOTO_HEIGHT)
  for (let y = 0; y < PHOTO_HEIGHT; y++)
    for (let x = 0; x < PHOTO_WIDTH; x++) {
      const isBondPoint = (x + (Math.floor(y / 12) % 2) * 6) % 12 < 4 && y % 12 < 4
      const brightness = (isBondPoint ? 0.86 : 1) - 0.1 * (y / PHOTO_HEIGHT) + 0.02 * Math.sin(x / 9 + y / 31)
      const isDefect = Math.hypot((x - defectX) / stretch, y - defectY) < defectRadius * (0.85 + 0.15 * Math.sin(x / 3))
      const color: Color = isDefect ? [64, 60, 58] : [232, 235, 238]
      const offset = y * (PHOTO_WIDTH * 3 + 1) + 1 + x * 3
      color.forEach((value, channel) => {
        pixels[offset + channel] = Math.max(0, Math.min(255, Math.round(value * brightness)))
      })
    }
  return encodePng(pixels)
}

/** Encodes RGB pixels as PNG (ISO/IEC 15948): 8 bits per channel, no filter. */
function encodePng(pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(PHOTO_WIDTH, 0)
  header.writeUInt32BE(PHOTO_HEIGHT, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', deflateSync(pixels)),
    encodeChunk('IEND', Buffer.alloc(0)),
  ])
}
function encodeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
