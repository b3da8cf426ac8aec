import { expect, test } from 'vitest'
import { hashPassword } from '@/areas/access/server/password'

test('hashes passwords as OWASP recommends: argon2id, 19 MiB, two passes, one lane, individual salt', async () => {
  const [firstHash, secondHash] = await Promise.all([hashPassword('the same'), hashPassword('the same')])
  const [, algorithm, , cost] = firstHash.split('$')
  expect(algorithm).toBe('argon2id')
  const [memory, passes, lanes] = (cost ?? '').split(',').map((part) => Number(part.split('=')[1]))
  expect(memory).toBeGreaterThanOrEqual(19 * 1024)
  expect(passes).toBeGreaterThanOrEqual(2)
  expect(lanes).toBe(1)
  expect(secondHash).not.toBe(firstHash)
})
