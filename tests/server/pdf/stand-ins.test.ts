import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { findUndrawableChars, createPdf, withSubstitutes } from '@/server/pdf/create-pdf'

const latin = (char: string) => char <= 'ÿ'
it('writes substitutes for what the font cannot draw', () => {
  expect(withSubstitutes('cmH₂O, 10⁻⁵ m', (char) => latin(char) || char === '−')).toBe('cmH2O, 10−5 m')
  expect(withSubstitutes('Łódé ⩽ 5', (char) => latin(char) || char === '≤')).toBe('Lódé ≤ 5')
  expect(withSubstitutes('m², é, ø', latin)).toBe('m², é, ø')
})
it('composes decomposed letters, as texts of earlier releases may hold them', async () => {
  expect(withSubstitutes('Caf\u0065\u0301', latin)).toBe('Café')
  expect(withSubstitutes('한국'.normalize('NFD'), (char) => char >= '가')).toBe('한국')
  const decomposed = '주식회사 Đồng Nai é'.normalize('NFD')
  expect(findUndrawableChars([decomposed])).toEqual([])
  expect(await drawsBoxes(decomposed)).toBe(false)
})
it('prints no soft hyphen', () => {
  expect(withSubstitutes('Vlies\u00adstoff', latin)).toBe('Vliesstoff')
})
it('puts the ring of a Thai sara am below the tone mark', () => {
  // น้ำ (water): no nu, mai tho, sara am. The ring (U+0E4D) comes before the tone mark (U+0E49).
  expect(withSubstitutes('\u0e19\u0e49\u0e33', () => true)).toBe('\u0e19\u0e4d\u0e49\u0e32')
  expect(withSubstitutes('\u0e01\u0e33', () => true)).toBe('\u0e01\u0e4d\u0e32')
  expect(findUndrawableChars(['\u0e19\u0e49\u0e33'])).toEqual([])
})
it('writes the code point of a character that has no substitute', () => {
  expect(withSubstitutes('A가B', latin)).toBe('A[U+AC00]B')
  expect(withSubstitutes('𠮷', latin)).toBe('[U+20BB7]')
})

/** True if glyph 0 of a font, the box for a missing character, is drawn anywhere. */
async function drawsBoxes(text: string): Promise<boolean> {
  const doc = createPdf({ title: 't', date: new Date(0), footer: () => '' })
  doc.writeTable([{ header: 'x', relativeWidth: 1 }], [[text]])
  const bytes = await doc.finish()
  const streams: string[] = []
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7))
    try {
      streams.push(inflateSync(bytes.subarray(at + 7, bytes.indexOf('endstream', at))).toString('latin1'))
    } catch {
      // Not compressed, so not the content of a page.
    }
  const pages = streams.filter((page) => / Tf/.test(page))
  expect(pages.length).toBeGreaterThan(0)
  return pages.some((page) => /<0000|0000>/.test(page))
}
it.each([
  ['units and Latin names', 'cmH₂O · Łódź · Yağ · ≤ ⩾ ⌀ 25 µm'],
  ['Vietnamese, Greek, Cyrillic', 'Đồng Nai · Ἀθῆναι, Αθήνα, Ελλάδα · Москва, Київ, ґ'],
  ['Latin letters with dots below, fractions', 'Ḥasan, ṣ ṭ ṛ, STRAẞE, ⅓'],
  ['Korean', '주식회사 한국부직포'],
  ['Thai', 'บริษัท ผ้าไม่ทอ จำกัด'],
  ['Hindi', 'गैर बुना कपड़ा'],
  ['ideographs beyond GB 2312', '镕 淼 㛃 喆 犇'],
])('draws %s', async (_, text) => {
  expect(findUndrawableChars([text])).toEqual([])
  expect(await drawsBoxes(text)).toBe(false)
})
it('names what it cannot draw, and prints no box for it', async () => {
  expect(findUndrawableChars(['شركة', '无纺布'])).toEqual(['ش', 'ر', 'ك', 'ة'])
  // Without its mark it would say the opposite.
  expect(findUndrawableChars(['≰ 5', 'CO₂'])).toEqual(['≰'])
  expect(findUndrawableChars(['עברית'])).toEqual(['ע', 'ב', 'ר', 'י', 'ת'])
  expect(await drawsBoxes('شركة עברית 𪚥')).toBe(false)
})
