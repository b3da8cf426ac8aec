import { expect, test } from 'vitest'
import { buildAnnouncementLines } from '@/server/terminal'

const plain = { scheme: 'http', port: 8080, lan: [], madeUpPassword: null } as const

test('a password that was given is not printed; those that nobody knows are', () => {
  const given = buildAnnouncementLines({ ...plain, accounts: [{ userName: 'admin', password: null, role: 'ADMIN' }] })
  expect(given.join('\n')).toMatch(/admin +\(as given\) +ADMIN/)
  const known = buildAnnouncementLines({
    ...plain,
    accounts: [{ userName: 'maint', password: 'Demo-2026!', role: 'MAINT' }],
  })
  expect(known.join('\n')).toContain('Demo-2026!')
  expect(buildAnnouncementLines({ ...plain, madeUpPassword: 'made-up-1', accounts: [] }).join('\n')).toContain(
    'made-up-1',
  )
})
