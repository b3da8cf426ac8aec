import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { writeWorksheet } from '@/server/excel/write-worksheet'
import { cleanFileName } from '@/server/files/check-file'
import { assertNameFits, detectFileType } from '@/server/files/detect-file-type'
import { drawPicture } from './test-pictures'

const detectKind = (bytes: Buffer, name?: string) => {
  try {
    return detectFileType(bytes, name).mime
  } catch (error) {
    return (error as { problem?: string }).problem
  }
}

describe('the type of a file by its bytes', () => {
  it.each([
    ['jpeg', () => drawPicture(8, 8).jpeg(80), 'image/jpeg'],
    ['png', () => drawPicture(8, 8).png(), 'image/png'],
    ['webp', () => drawPicture(8, 8).webp(80), 'image/webp'],
    [
      'xlsx',
      () => buffer(writeWorksheet({ columns: [], rows: [], sheetName: 'a', timeZone: 'UTC' })),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
  ])('detects a real %s', async (_, make, mime) => {
    expect(detectKind(Buffer.from(await make()), 'photo.exe')).toBe(mime)
  })
  it.each([
    ['pdf', '%PDF-1.7\n', 'application/pdf'],
    ['zip', 'PK\x03\x04xxxx', 'application/zip'],
    ['utf-8 text', '纺丝,1\n', 'text/plain'],
    ['an empty file', '', 'empty'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'markup'],
    ['SVG behind a mark and spaces', '\ufeff \n<?xml version="1.0"?><svg/>', 'markup'],
    ['HTML', '<!DOCTYPE html><script>', 'markup'],
    ['a table of machines MZ', 'MZ-01,5,kg\n', 'text/plain'],
    ['values below a limit', '<10,ok\n<5 mm\n', 'text/plain'],
    ['a heading with #!', '#! note\n', 'text/plain'],
    ['a shell script', '#!/bin/sh\nrm -rf /', 'program'],
    ['a Windows program', 'MZ\x90\0\x03\0\0\0\x04', 'program'],
  ])('%s', (_, text, expected) => {
    expect(detectKind(Buffer.from(text))).toBe(expected)
  })
  it.each([
    ['a Windows program', '4d5a90000300', 'program'],
    ['a Linux program', '7f454c460201', 'program'],
    ['GIF', Buffer.from('GIF89a').toString('hex'), 'gif'],
    ['HEIC', `00000018${Buffer.from('ftypheic').toString('hex')}`, 'heic'],
    ['AVIF', `0000001c${Buffer.from('ftypavif').toString('hex')}`, 'unknownType'],
    ['MP4', `00000018${Buffer.from('ftypisom').toString('hex')}`, 'unknownType'],
    ['noise with NUL', '0102000304', 'unknownType'],
  ])('%s', (_, hex, expected) => {
    expect(detectKind(Buffer.from(hex, 'hex'))).toBe(expected)
  })
  it('detects Chinese text of old Windows programs, and CSV by its name', () => {
    expect(detectKind(Buffer.from('b7c4cbbf2c310a', 'hex'), 'a.CSV')).toBe('text/csv')
  })
  it('detects text even if the sample ends within a character', () => {
    expect(detectKind(Buffer.from('纺'.repeat(40_000)))).toBe('text/plain')
  })
})

describe('names', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\a\\报告.pdf', '报告.pdf'],
    ['Cafe\u0301.pdf', 'Caf\u00e9.pdf'],
    ['a\u202egnp.exe\0', 'agnp.exe'],
    ['...', 'file'],
    ['', 'file'],
    [`${'x'.repeat(200)}.jpg`, `${'x'.repeat(116)}.jpg`],
  ])('%j becomes %j', (given, expected) => {
    expect(cleanFileName(given)).toBe(expected)
  })
})

it.each([
  ['report.pdf', '{"a": 1}', 'misnamedText'],
  ['photo.JPG', '%PDF-1.7 …', 'misnamedPdf'],
  ['notes.txt', 'ffd8ff', 'misnamedPicture'],
  ['table.csv', '504b0304', 'misnamedArchive'],
  ['data.txt', '{"a": 1}', null],
  ['data.json', '{"a": 1}', null],
  ['readme', 'text', null],
  ['photo.png', 'ffd8ff', null],
  ['backup.zip', '504b0304', null],
])('%s with the content %s: %s', (name, content, problem) => {
  const bytes = /^[0-9a-f]{6,8}$/.test(content) ? Buffer.from(content, 'hex') : Buffer.from(content)
  const check = () => assertNameFits(detectFileType(bytes, name), name)
  if (problem) expect(check).toThrow(expect.objectContaining({ problem }))
  else expect(check).not.toThrow()
})
