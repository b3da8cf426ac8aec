import { expect, test } from 'vitest'
import { hashPassword } from '@/areas/access/server/password'

test('a password is hashed as OWASP asks for: argon2id, 19 MiB, two passes, one lane, a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('the same'), hashPassword('the same')])
  const [, algorithm, , cost] = one.split('$')
  expect(algorithm).toBe('argon2id')
  const [memory, passes, lanes] = (cost ?? '').split(',').map((part) => Number(part.split('=')[1]))
  expect(memory).toBeGreaterThanOrEqual(19 * 1024)
  expect(passes).toBeGreaterThanOrEqual(2)
  expect(lanes).toBe(1)
  expect(other).not.toBe(one)
})
