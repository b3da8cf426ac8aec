import { describe, expect, it } from 'vitest'
import { appendKey } from '@/client/ui/NumberPad'

describe('the number pad', () => {
  it.each([
    ['', '5', '5'],
    ['', '.', '0.'],
    ['0', '7', '7'],
    ['0', '.', '0.'],
    ['1.5', '.', '1.5'],
    ['12', '±', '-12'],
    ['-12', '±', '12'],
    ['-', '3', '-3'],
    ['-0', '4', '-4'],
    ['', '<', '<'],
    ['<', '.', '<0.'],
    ['<0.', '5', '<0.5'],
    ['0.5', '<', '<0.5'],
    ['<0.5', '<', '0.5'],
    ['123456789012', '3', '123456789012'],
  ])('"%s" and then %s reads "%s"', (before, key, after) => expect(appendKey(before, key)).toBe(after))
})
