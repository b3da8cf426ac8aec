import { expect, test } from 'vitest'
import { packFiles, unpackFiles } from '../../sw/asset-pack'

const text = (value: string) => new TextEncoder().encode(value)
const files = [
  { path: 'assets/app-1.js', bytes: text('export const word = "轴"') },
  { path: 'assets/none-2.css', bytes: text('') },
  { path: 'assets/zh-3.json', bytes: new Uint8Array([0, 255, 10, 13]) },
]

test('unpacking returns the packed files, byte for byte and in order', () => {
  expect(unpackFiles(new Uint8Array(packFiles(files)))).toEqual(files)
  expect(unpackFiles(new Uint8Array(packFiles([])))).toEqual([])
})
test('the pack starts with the list, preceded by its length as four little-endian bytes', () => {
  const packed = packFiles([{ path: 'a', bytes: text('xyz') }])
  expect(Buffer.from(packed).toString('latin1')).toBe('\x09\0\0\0[["a",3]]xyz')
})
test.each([
  ['nothing', (whole: Uint8Array) => whole.slice(0, 0)],
  ['half of its length', (whole: Uint8Array) => whole.slice(0, 2)],
  ['half of its list', (whole: Uint8Array) => whole.slice(0, 20)],
  ['all but a byte', (whole: Uint8Array) => whole.slice(0, -1)],
  ['a byte over', (whole: Uint8Array) => Uint8Array.from([...whole, 0])],
])('%s is refused', (_what, cut) => {
  expect(() => unpackFiles(new Uint8Array(cut(packFiles(files))))).toThrow(/is not whole/)
})
