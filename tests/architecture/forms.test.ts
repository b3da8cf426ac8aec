import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '../../src')
const modules = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))

// Without it what somebody else changed meanwhile can only be discarded: the form saves the old version again and again.
test('whatever form has its own look stands in the frame that shows yours and theirs', () => {
  const forms = modules.filter((name) => /= useForm\(/.test(readFileSync(join(src, name), 'utf8')))
  expect(forms.length).toBeGreaterThan(5)
  const text = (name: string) => readFileSync(join(src, name), 'utf8')
  // One that hands its form to a part has the frame there, or around it.
  expect(forms.filter((name) => !/<FormProvider form=/.test(text(name)))).toEqual([])
})

// A form that draws them itself also has to be found for each change of how they are said.
test('what keeps a form from being saved is drawn in one place', () => {
  const drawing = modules.filter((name) => /<FieldErrorList\b/.test(readFileSync(join(src, name), 'utf8')))
  expect(drawing).toEqual([join('client', 'resource', 'FormIssueList.tsx')])
})
