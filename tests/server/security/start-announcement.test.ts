import { expect, test } from 'vitest'
import { buildAnnouncementLines } from '@/server/terminal'

const plain = { scheme: 'http', port: 8080, lanAddresses: [], generatedPassword: null } as const

test('a configured password is not printed; a generated one is', () => {
  const chosenPassword = buildAnnouncementLines({
    ...plain,
    accounts: [{ userName: 'admin', password: null, role: 'ADMIN' }],
  })
  expect(chosenPassword.join('\n')).toMatch(/admin +\(as given\) +ADMIN/)
  const demoAccount = buildAnnouncementLines({
    ...plain,
    accounts: [{ userName: 'maint', password: 'Demo-2026!', role: 'MAINT' }],
  })
  expect(demoAccount.join('\n')).toContain('Demo-2026!')
  expect(buildAnnouncementLines({ ...plain, generatedPassword: 'made-up-1', accounts: [] }).join('\n')).toContain(
    'made-up-1',
  )
})
