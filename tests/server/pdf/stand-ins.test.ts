import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { pdf } from '@/server/pdf/document'
import { withStandIns } from '@/server/pdf/stand-ins'

const latin = (char: string) => char <= 'ÿ'
it('writes in plain characters what the font cannot draw', () => {
  expect(withStandIns('cmH₂O, 10⁻⁵ m', (char) => latin(char) || char === '−')).toBe('cmH2O, 10−5 m')
  expect(withStandIns('Yağız, Łódź', latin)).toBe('Yagiz, Lódz')
  expect(withStandIns('m², é, ø', latin)).toBe('m², é, ø')
  expect(withStandIns('가', latin)).toBe('가')
})

/** Whether the glyph for what is missing, number 0 of every font, is drawn anywhere. */
async function drawsBoxes(text: string): Promise<boolean> {
  const doc = pdf({ title: 't', at: new Date(0), footer: () => '' })
  doc.table([{ header: 'x', share: 1 }], [[text]])
  const bytes = await doc.finish()
  const found: string[] = []
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7))
    try {
      found.push(inflateSync(bytes.subarray(at + 7, bytes.indexOf('endstream', at))).toString('latin1'))
    } catch {
      // not packed: no page
    }
  return found.some((page) => / Tf/.test(page) && /<0000/.test(page))
}
it('a unit with a lowered figure, and a name of Poland or Turkey, have no empty boxes', async () => {
  expect(await drawsBoxes('가')).toBe(true)
  expect(await drawsBoxes('cmH₂O · Łódź · Yağ · ≤ ⩾ ⌀ 25 µm')).toBe(false)
})
