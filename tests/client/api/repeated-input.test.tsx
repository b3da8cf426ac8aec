// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { rejectCertificate } from '@/areas/certificates/contract/certificate-commands'
import { createQueryClient } from '@/client/api/query-client'
import { useSendCommand } from '@/client/api/use-send-command'
import { startFakeServer, unreachable } from '../fake-server'

it('repeats the idempotency key after a lost answer only for the same input with the same files', async () => {
  const server = startFakeServer({}, unreachable)
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useSendCommand(rejectCertificate), { wrapper })
  const input = { id: 'a', version: 1, reason: '请补数据' }
  const march = new File(['1'], 'march.xlsx', { lastModified: 1 })
  const april = new File(['2'], 'april.xlsx', { lastModified: 1 })
  const editedApril = new File(['3'], 'april.xlsx', { lastModified: 2 })
  for (const file of [march, march, april, editedApril])
    await result.current(input, { files: { file: [file] }, quiet: true }).catch(() => undefined)
  const keys = server.sent.map(
    ({ headers }) => Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1],
  )
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
})
