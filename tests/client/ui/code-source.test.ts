import { expect, it } from 'vitest'
import { isLiveScan, parseCodeSource } from '@/client/ui/ScannerDialog'

it('only a code read by the live camera proves presence', () => {
  expect((['camera', 'photo', 'manual'] as const).filter(isLiveScan)).toEqual(['camera'])
  expect(['camera', 'photo', 'manual', null].map(parseCodeSource)).toEqual(['camera', 'photo', 'manual', 'camera'])
})
