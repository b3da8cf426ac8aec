import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { toDots, drawLabel, type LabelCanvas } from '@/areas/rolls/client/shared/labels/draw-label'
import {
  composeLabelText,
  buildLabelWords,
  paperSizes,
  type LabelData,
} from '@/areas/rolls/client/shared/labels/label-content'
import { toBitmap, buildLabelsPdf } from '@/areas/rolls/client/shared/labels/build-labels-pdf'
import en from '@/areas/rolls/locales/en.json'
import zh from '@/areas/rolls/locales/zh.json'
import contractEn from '@/contract/locales/en.json'
import contractZh from '@/contract/locales/zh.json'

const roll: LabelData = {
  kind: 'jumboRoll',
  number: 'B2611-SS1-261120-007',
  copy: false,
  product: 'P1',
  names: ['无纺布', 'Nonwoven'],
  order: 'WO-1',
  line: 'SS1',
  gsm: 15,
  widthMm: 3200,
  lengthM: 10_000,
  kg: 482,
  weighed: true,
  grade: 'good',
  made: '2026-11-20 10:00',
  place: null,
}
const words = buildLabelWords({ rolls: zh, contract: contractZh }, { rolls: en, contract: contractEn })

/** Paper that records drawn shapes, with letters half as wide as high. */
function paper() {
  const boxes: number[][] = []
  const texts: { text: string; x: number; y: number; right: number; height: number }[] = []
  const size = () => Number(/(\d+)px/.exec(it.font)![1])
  const it = {
    fillStyle: '',
    font: '10px x',
    textBaseline: 'alphabetic',
    textAlign: 'left',
    fillRect: (...box: number[]) => {
      boxes.push(box)
    },
    measureText: (text: string) => ({ width: text.length * size() * 0.55 }),
    fillText: (text: string, x: number, y: number) => {
      texts.push({ text, x, y, right: x + text.length * size() * 0.55, height: size() })
    },
  }
  return { on: it as unknown as LabelCanvas, boxes, texts }
}

describe('a label', () => {
  test('of a package says how many of its rolls are not good; of a good one nothing', () => {
    const pack: LabelData = { ...roll, kind: 'package', grade: '', rolls: 24 }
    expect(composeLabelText({ ...pack, notGood: 2 }, words).lines).toContainEqual({
      word: '等级 Grade',
      value: '降等 Downgraded × 2',
      big: true,
    })
    expect(composeLabelText({ ...pack, notGood: 0 }, words).lines.map(({ word }) => word)).not.toContain('等级 Grade')
  })
  test('says both languages, and what a scanner reads', () => {
    const label = composeLabelText(roll, words)
    expect(label).toMatchObject({ qr: 'jr:B2611-SS1-261120-007', kind: '母卷 Jumbo roll', copy: null })
    expect(label.lines).toEqual(
      expect.arrayContaining([
        { word: '净重 Net', value: '482.0 kg', big: true },
        { word: '等级 Grade', value: '良品 Good' },
        { word: '规格 Spec', value: '15 g/m² × 3200 mm × 10000 m' },
      ]),
    )
  })
  test('printed again is a copy; not weighed is expected', () => {
    expect(composeLabelText({ ...roll, copy: true }, words).copy).toBe('副本 COPY')
    expect(composeLabelText({ ...roll, weighed: false }, words).lines[4]?.word).toBe('理论重 Expected')
    expect(composeLabelText({ ...roll, kg: null }, words).lines[4]?.value).toBe('–')
  })
  test.each(['roll', 'a6'] as const)(
    '%s: all of it lies on the paper, the code of whole dots and of a size to scan',
    (size) => {
      const { on, boxes, texts } = paper()
      const label = composeLabelText(
        {
          ...roll,
          kind: 'slitRoll',
          number: 'B2611-SS1-261120-007-12-05',
          copy: true,
          place: '12-5 · 0–10000 m',
          names: ['A very long product name that does not fit, 很长的产品名称，很长的产品名称'.repeat(2)],
        },
        words,
      )
      drawLabel(on, label, size)
      const [width, height] = [toDots(paperSizes[size].width), toDots(paperSizes[size].height)]
      for (const [x, y, w, h] of boxes)
        expect([
          Number.isInteger(x),
          Number.isInteger(y),
          x! >= 0 && x! + w! <= width,
          y! >= 0 && y! + h! <= height,
        ]).toEqual([true, true, true, true])
      for (const { x, y, right } of texts)
        expect([x >= 0, right <= width + 1, y > 0 && y < height]).toEqual([true, true, true])
      expect(boxes.length - 1).toBe(encode(label.qr, { ecc: 'M', border: 4 }).data.flat().filter(Boolean).length)
      // Any phone reads a module of a third of a millimetre.
      expect(boxes[1]![2]).toBeGreaterThanOrEqual(toDots(0.33))
      expect(texts.map((one) => one.text)).toContain('B2611-SS1-261120-007-12-05')
      const name = texts.find((one) => one.text.startsWith('A very long product name'))!
      expect(
        [name.text.endsWith('…'), name.height >= (size === 'a6' ? 20 : 14)],
        'a name is cut before it is too small to read',
      ).toEqual([true, true])
    },
  )
})
describe('a PDF', () => {
  const pixels = (width: number, height: number, black: (x: number, y: number) => boolean) => {
    const data = new Uint8ClampedArray(width * height * 4).fill(255)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) if (black(x, y)) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    return { data, width, height }
  }
  test('is of dots that are black or white', () => {
    expect([...toBitmap(pixels(10, 2, (x, y) => y === 0 && (x === 0 || x === 9))).bits]).toEqual([
      0b01111111, 0b10111111, 255, 255,
    ])
  })
  test.each([
    ['roll', 283, 170],
    ['a6', 298, 420],
  ] as const)(
    'of %s has a page a label in the size of the paper, its picture in it, and is small',
    async (size, width, height) => {
      const label = toBitmap(
        pixels(
          toDots(paperSizes[size].width),
          toDots(paperSizes[size].height),
          (x, y) => (x >> 4) % 3 === (y >> 4) % 2,
        ),
      )
      const bytes = await buildLabelsPdf([label, label, label], size, '\u5377\u6807\u7b7e')
      expect(bytes.length).toBeLessThan(60_000)
      const file = join(mkdtempSync(join(tmpdir(), 'labels-')), 'labels.pdf')
      writeFileSync(file, bytes)
      const facts = execFileSync('pdfinfo', ['-f', '1', '-l', '3', file], { encoding: 'utf8' })
      expect(facts).toMatch(/^Title: +\u5377\u6807\u7b7e$/m)
      const pages = [...facts.matchAll(/^Page +\d+ size: +([\d.]+) x ([\d.]+) pts/gm)]
      expect(pages.map(([, w, h]) => [Math.round(Number(w)), Math.round(Number(h))])).toEqual(
        Array.from({ length: 3 }, () => [width, height]),
      )
      execFileSync('pdfimages', ['-f', '2', '-l', '2', file, file])
      const picture = readFileSync(`${file}-000.pbm`)
      // A portable bitmap uses 1 for black; the label uses 1 for white, also in the padding of each row.
      const dotsOf = (bits: Uint8Array) =>
        Array.from({ length: label.width * label.height }, (_, i) => {
          const x = i % label.width
          return (bits[Math.floor(i / label.width) * Math.ceil(label.width / 8) + (x >> 3)]! >> (7 - (x & 7))) & 1
        }).join('')
      const body = picture.subarray(picture.length - label.bits.length)
      expect(dotsOf(body.map((byte) => ~byte & 255)) === dotsOf(label.bits)).toBe(true)
    },
  )
})
