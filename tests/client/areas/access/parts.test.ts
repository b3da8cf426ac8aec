import { describe, expect, it } from 'vitest'
import { department } from '@/areas/access/contract/role'
import { role } from '@/areas/access/contract/role'
import { user } from '@/areas/access/contract/user'
import { uploadFile } from '@/areas/access/contract/log'
import { getDeviceKind, getDeviceModel, formatDevice } from '@/areas/access/client/account/device'
import { buildDepartmentTree, type DepartmentRow } from '@/areas/access/client/departments/DepartmentTree'
import { getDifferences } from '@/areas/access/client/log/difference'
import { toWireRequest } from '@/client/api/wire-request'
import { generatePassword } from '@/client/fields/secret-input'
import { getDraftValues } from '@/client/resource/form-values'
import { createUser, resetPassword } from '@/areas/access/contract/user'
import { findPasswordProblem } from '@/areas/access/rules/password'
import type { Field } from '@/contract/field'
import type { Resource } from '@/contract/resource'

const row = (id: string, parentId: string | null, position: number, nameEn: string | null = null): DepartmentRow => ({
  id,
  name: `部${id}`,
  nameEn,
  parentId,
  principalId: id === 'b' ? 'p' : null,
  phone: null,
  kind: 'office',
  position,
  version: 1,
  createdAt: '',
  updatedAt: '',
  createdBy: null,
})

describe('departments as a tree', () => {
  it('stand under their upper ones in their order, with the principal and in the language on screen', () => {
    const tree = buildDepartmentTree([row('c', 'a', 2), row('b', 'a', 1, 'Bee'), row('a', null, 0)], 'en', { p: 'Li' })
    expect(tree).toEqual([
      {
        id: 'a',
        label: '部a',
        children: [
          { id: 'b', label: 'Bee', children: [], endContent: 'Li' },
          { id: 'c', label: '部c', children: [] },
        ],
      },
    ])
  })
  it('stand at the top when their upper one was not found, rather than nowhere', () => {
    expect(buildDepartmentTree([row('b', 'a', 1)], 'zh', {}).map((one) => one.label)).toEqual(['部b'])
  })
  it('have a field for each the tree shows', () => {
    expect(Object.keys(department.fields)).toEqual(
      expect.arrayContaining(['name', 'nameEn', 'parentId', 'principalId', 'position']),
    )
  })
})

describe('what an entry of the audit trail changed', () => {
  const userResource = user as unknown as Resource
  it('names only fields that differ, declared ones first in their order', () => {
    const list = getDifferences(
      userResource,
      { phone: '1', nickname: 'a', version: 1, old: 'x' },
      { phone: '2', nickname: 'a', version: 2, team: 'A' },
    )
    expect(list.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['team', null, 'A'],
      ['phone', '1', '2'],
      ['old', 'x', null],
    ])
    expect(list.map(({ field }) => field?.kind ?? null)).toEqual(['choice', 'text', null])
  })
  it('counts empty in all its forms as the same', () => {
    expect(getDifferences(userResource, { phone: '', photo: [], nickname: null }, {})).toEqual([])
    expect(getDifferences(undefined, { own: { b: 1, a: null } }, { own: { b: 1 } })).toEqual([])
    expect(getDifferences(undefined, { own: { b: 1, aa: 2 } }, { own: { aa: 2, b: 1 } })).toEqual([])
  })
  it('says of a list of references what came and what went', () => {
    const [one] = getDifferences(role as unknown as Resource, { authority: ['1', '2', '3'] }, { authority: ['2', '4'] })
    expect(one?.referenceChanges).toEqual({ resourceName: 'menu', removedIds: ['1', '3'], addedIds: ['4'] })
  })
  it('works for rows whose kind no area knows any more', () => {
    expect(getDifferences(undefined, {}, { code: 'A-1', id: 'x' }).map((one) => one.name)).toEqual(['code'])
  })
})

describe('devices', () => {
  it.each<[string, string | null, string | null]>([
    ['Linux; Android 13; Pixel 7', 'android', 'Pixel 7'],
    ['Linux; Android 10; K', 'android', null],
    ['iPad; CPU OS 17_2 like Mac OS X', 'ipad', null],
    ['iPhone; CPU iPhone OS 17_2 like Mac OS X', 'iphone', null],
    ['Macintosh; Intel Mac OS X 10_15_7', 'mac', null],
    ['Windows NT 10.0; Win64; x64', 'windows', null],
    ['X11; Linux x86_64', 'linux', null],
    ['curl/7.88.1', null, null],
  ])('%s is %s %s', (text, kind, model) => {
    expect([getDeviceKind(text), getDeviceModel(text)]).toEqual([kind, model])
  })
  it('says what is known, else what the device says of itself', () => {
    const t = (key: string) => key.split('.').at(-1) ?? ''
    expect([formatDevice('Linux; Android 13; Pixel 7', t), formatDevice('curl/7', t), formatDevice(null, t)]).toEqual([
      'android · Pixel 7',
      'curl/7',
      '–',
    ])
  })
})

describe('passwords for others', () => {
  it('are suggested long enough, without letters that look alike, and never twice', () => {
    const passwords = Array.from({ length: 200 }, () => generatePassword())
    expect(new Set(passwords).size).toBe(200)
    expect(
      passwords.filter(
        (one) =>
          !/^[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}$/.test(one) ||
          findPasswordProblem(one, { userName: 'li' }) !== null,
      ),
    ).toEqual([])
    expect(generatePassword(() => 0)).toBe('aaaa-aaaa-aaaa')
  })
  it('are never part of a draft', () => {
    expect(getDraftValues(createUser.input, { userName: 'li', password: 'secret' })).toEqual({ userName: 'li' })
    expect(getDraftValues({ password: resetPassword.input['password'] as Field }, { password: 'secret' })).toBeNull()
  })
})

it('sends a sheet as a form with its file', () => {
  const file = new File(['x'], 'parts.xlsx')
  const wire = toWireRequest('/api', uploadFile as never, { type: 'sparePart', file: [], dryRun: true }, 0, {
    file: [file],
  })
  const form = wire.body as FormData
  expect([wire.contentType, form.get('type'), form.get('dryRun'), (form.get('file') as File).name]).toEqual([
    null,
    'sparePart',
    'true',
    'parts.xlsx',
  ])
})
