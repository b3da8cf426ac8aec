import { describe, expect, it } from 'vitest'
import { amount, choice, day, integer, list, text } from '@/contract/field'
import { checkFields } from '@/contract/schema'

const fields = {
  name: text({ required: true, max: 5 }),
  grade: choice(['good', 'waste']),
  count: integer({ min: 1, max: 9 }),
  mass: amount({ unit: 'kg', digits: 1 }),
  on: day(),
  lanes: list({ lane: integer({ required: true, min: 1 }) }, { max: 2 }),
} as const
const faults = (input: unknown) => {
  const checked = checkFields(fields, input)
  return 'issues' in checked ? checked.issues.map(({ path, code }) => [path.join('.'), code]) : []
}

describe('input', () => {
  it.each<[string, unknown, [string, string][]]>([
    ['all right', { name: 'a', grade: 'good', count: 1, mass: 1.5, on: '2024-02-29', lanes: [{ lane: 1 }] }, []],
    ['nothing', {}, [['name', 'missing']]],
    ['a field that nobody declared, by its whole name', { name: 'a', colour: 'red' }, [['colour', 'unknownField']]],
    ['one in a line of a list', { name: 'a', lanes: [{ lane: 1, x: 1 }] }, [['lanes.0.x', 'unknownField']]],
    ['a text that is none', { name: 7 }, [['name', 'wrongType']]],
    ['one that is too long', { name: 'abcdef' }, [['name', 'tooLong']]],
    ['no option', { name: 'a', grade: 'best' }, [['grade', 'notAnOption']]],
    ['below', { name: 'a', count: 0 }, [['count', 'tooSmall']]],
    ['above', { name: 'a', count: 10 }, [['count', 'tooBig']]],
    ['a line too many', { name: 'a', lanes: [{ lane: 1 }, { lane: 2 }, { lane: 3 }] }, [['lanes', 'tooMany']]],
    ['a line without its number', { name: 'a', lanes: [{}] }, [['lanes.0.lane', 'missing']]],
    ['a day that there is not', { name: 'a', on: '2023-02-29' }, [['on', 'badDay']]],
  ])('%s', (_name, input, expected) => expect(faults(input)).toEqual(expected))
})
