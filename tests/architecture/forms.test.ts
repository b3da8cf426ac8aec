import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '../../src')
const modules = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))

// Without the conflict frame a concurrent change can only be discarded: the form saves the old version again and again.
test('every custom form is inside the conflict frame', () => {
  const forms = modules.filter((name) => /= useForm\(/.test(readFileSync(join(src, name), 'utf8')))
  expect(forms.length).toBeGreaterThan(5)
  const text = (name: string) => readFileSync(join(src, name), 'utf8')
  // A component that passes its form to a child has the frame there, or around it.
  expect(forms.filter((name) => !/<FormProvider form=/.test(text(name)))).toEqual([])
})

// A form that draws errors itself must be adapted at each change of their display.
test('validation errors of a form are drawn in one place', () => {
  const drawing = modules.filter((name) => /<FieldErrorList\b/.test(readFileSync(join(src, name), 'utf8')))
  expect(drawing).toEqual([join('client', 'resource', 'FormField.tsx')])
})
