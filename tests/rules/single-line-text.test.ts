import { expect, test } from 'vitest'
import { note, text } from '@/contract/field'
import { checkFields } from '@/contract/schema'

const fields = {
  name: text({ max: 12 }),
  code: text({ max: 20, format: 'code' }),
  password: text({ secret: true }),
  remark: note(),
}
const clean = (input: object) => {
  const result = checkFields(fields, input)
  return result.ok ? result.value : result.issues
}

test('a single line loses line breaks and invisible characters, also before it is measured', () => {
  expect(clean({ name: '纺粘\u200b一线\r\n' })).toEqual({ name: '纺粘一线' })
  expect(clean({ name: 'a\tb\nc' })).toEqual({ name: 'a b c' })
  expect(clean({ name: '\u202eabc\u202c\u007f\u0007' })).toEqual({ name: 'abc' })
  expect(clean({ name: `${'\u200b'.repeat(50)}SB-1` })).toEqual({ name: 'SB-1' })
  expect(clean({ code: 'SB\u200b-1' })).toEqual({ code: 'SB-1' })
  expect(clean({ name: '\u200b' })).toEqual({ name: null })
})
test('decomposed letters are composed before they are measured and checked; secrets stay as they are', () => {
  const decomposed = (composed: string) => composed.normalize('NFD')
  expect(clean({ name: decomposed('한국부직포 Łódź') })).toEqual({ name: '한국부직포 Łódź' })
  expect(clean({ code: decomposed('É-1') })).toEqual({ code: 'É-1' })
  expect(clean({ remark: decomposed('é\nü') })).toEqual({ remark: 'é\nü' })
  expect(clean({ password: decomposed('é') })).toEqual({ password: decomposed('é') })
})
test('several lines keep their breaks; joiners and secrets stay as they are', () => {
  expect(clean({ remark: '一\n二\t三' })).toEqual({ remark: '一\n二\t三' })
  // A workbook has no CR, so that a note with one would come back changed.
  expect(clean({ remark: '一\r\n二\r三\n' })).toEqual({ remark: '一\n二\n三' })
  expect(clean({ name: '👩\u200d🔧' })).toEqual({ name: '👩\u200d🔧' })
  expect(clean({ password: 'a\u200bb\tc' })).toEqual({ password: 'a\u200bb\tc' })
  expect(clean({ name: 'a\0b' })).toMatchObject([{ code: 'badCharacter' }])
})
