import { expect, test } from 'vitest'
import { passwordFine } from '@/areas/access/rules/password'

test.each(['e-two-e-two', 'E-Two-2026', '2026etwo!', 'etwoetwo', 'e_two.e_two1', 'e-two', 'aaaaaaaa', 'short'])(
  '%s is no password of e-two',
  (password) => expect(passwordFine(password, 'e-two')).toBe(false),
)
test.each(['etwo-lemur-58', 'Quartz-lemur-58', '蓝鲸吃了三块石头'])('%s may be one', (password) =>
  expect(passwordFine(password, 'e-two')).toBe(true),
)
test('a person without a user name yet is judged by the form alone', () =>
  expect(passwordFine('Quartz-lemur-58', '')).toBe(true))
