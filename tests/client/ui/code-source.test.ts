import { expect, it } from 'vitest'
import { isScanned, parseCodeSource } from '@/client/ui/ScannerDialog'

it('only what is read from before the camera proves that somebody stands there', () => {
  expect((['camera', 'photo', 'manual'] as const).filter(isScanned)).toEqual(['camera'])
  expect(['camera', 'photo', 'manual', null].map(parseCodeSource)).toEqual(['camera', 'photo', 'manual', 'camera'])
})
