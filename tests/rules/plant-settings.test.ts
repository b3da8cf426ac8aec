import { describe, expect, it, test } from 'vitest'
import { plantSettings, toResidence, settingKeys, validateSetting, buildPlantSettings } from '@/plant/rules/settings'

describe('settings of the plant', () => {
  test('unset values use defaults, and unknown settings of another version are ignored', () => {
    expect(buildPlantSettings([])).toEqual(
      Object.fromEntries(settingKeys.map((key) => [key, plantSettings[key].defaultValue])),
    )
    expect(
      buildPlantSettings([
        { key: 'balanceTolerance', value: 1.5 },
        { key: 'gone', value: 7 },
      ]),
    ).toMatchObject({ balanceTolerance: 1.5, residenceDelay: 20, residenceSpread: 10 })
    expect(toResidence(buildPlantSettings([{ key: 'residenceDelay', value: 35 }]))).toEqual({
      delayMs: 2_100_000,
      spreadMs: 600_000,
    })
  })
  it.each(['inspectionDaily', 'inspectionProcess', 'inspectionFirst', 'inspectionMissed'] as const)(
    '%s may be as long as a shift of twelve hours, and no longer',
    (key) => {
      expect(validateSetting(key, 720)).toBeNull()
      expect(validateSetting(key, 721)?.code).toBe('tooBig')
    },
  )
  it.each(settingKeys)('every default can be set: %s', (key) =>
    expect(validateSetting(key, plantSettings[key].defaultValue)).toBeNull(),
  )
  it.each([
    ['balanceTolerance', 0, 'tooSmall'],
    ['balanceTolerance', 20.1, 'tooBig'],
    ['balanceTolerance', 2.25, 'tooPrecise'],
    ['residenceDelay', -1, 'tooSmall'],
    ['residenceDelay', 10.5, 'tooPrecise'],
  ] as const)('%s is not %d: %s', (key, value, code) => expect(validateSetting(key, value)?.code).toBe(code))
})
