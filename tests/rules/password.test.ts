import { describe, expect, test } from 'vitest'
import { findPasswordProblem, stripNames } from '@/areas/access/rules/password'

const person = {
  userName: 'zw1990',
  accountName: '张伟',
  accountNameEn: 'Zhang Wei',
  nickname: null,
  phone: '13800138000',
}
const names = ['zw1990', '张伟', 'Zhang Wei', '13800138000']

describe("a password made of the person's names", () => {
  test.each([
    ['Zhangwei@2026', '@2026'],
    ['Zhang-Wei-88', '--88'],
    ['2026weizhang!', '2026!'],
    ['iewgnahz#1990', '#1990'],
    ['Zh@ngWe1@2026', '@2026'],
    ['zhangwei.zhangwei', '.'],
    ['张伟@2026!!', '@2026!!'],
    ['13800138000-a1', '-a1'],
    ['ZW1990zw1990', ''],
  ])('%s is, without them, "%s"', (password, left) => {
    expect(stripNames(password, names)).toBe(left)
    expect(findPasswordProblem(password, person)).toBe('namePassword')
  })
  test('may contain a name beside enough other text', () => {
    expect(findPasswordProblem('zhangwei-Quartz-58', person)).toBeNull()
    expect(findPasswordProblem('Quartz-lemur-58', person)).toBeNull()
  })
  test('short parts of a name do not count, as many other words contain them', () => {
    expect(stripNames('Collision-lime-9', ['Li', 'o', '伟'])).toBe('Collision-lime-9')
  })
  test('is short before it is a name', () => expect(findPasswordProblem('zw1990', person)).toBe('weakPassword'))
})
