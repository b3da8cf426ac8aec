import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { Endpoint } from '@/contract/endpoint'
import { createUuid7 } from '@/contract/id'
import { ApiError, isServerUnreachable } from './api-error'
import { callEndpoint } from './call-endpoint'
import type { UploadFiles } from './wire-request'
import { refreshQueries, getResourceName, includesResource } from './query-client'
import { getPhoneStore, type OutboxPhoto } from './phone'
import { recordTrouble } from '../ui/trouble'

/** Result of a command: executed by the server, or stored in this phone's outbox. */
export type CommandResult<Out> = { queued: false; data: Out } | { queued: true; id: string }
export interface CommandCallOptions {
  /** Photos that the body refers to by id (commands that go through the outbox). */
  photos?: readonly OutboxPhoto[]
  files?: UploadFiles
  /** Version of the row that the user saw, for edits. */
  baseVersion?: number
  dependsOn?: readonly string[]
  /** The form's draft; deleted in the same transaction that saves a command in the outbox. */
  draftKey?: string
  /** The caller shows the failure. */
  quiet?: boolean
  /** Further resources whose lists change with this command. */
  changedResources?: readonly string[]
}
/** Rejects with `ApiError`, shown by a toast unless `quiet`. Offline commands never reject for a missing network. */
export type SendCommand<In, Out> = (input: In, options?: CommandCallOptions) => Promise<CommandResult<Out>>

/**
 * Returns a function that sends a writing endpoint, for `useCommand` and forms. Other callers must handle the rejection
 * and double taps themselves. Endpoints marked `offline` go through the outbox even when online, so that there is one
 * code path. Others are sent at once; a retry after a lost answer sends the same idempotency key.
 */
export function useSendCommand<In, Out>(endpoint: Endpoint<In, Out>): SendCommand<In, Out> {
  const client = useQueryClient()
  const unansweredRef = useRef<{ inputKey: string; idempotencyKey: string } | null>(null)

  const send = useCallback(
    async (input: In, options: CommandCallOptions): Promise<CommandResult<Out>> => {
      if (endpoint.offline) {
        const savedCommand = await (
          await getPhoneStore()
        ).save({
          endpoint: endpoint as Endpoint<never, unknown>,
          body: input as Record<string, unknown>,
          ...pick(options, ['baseVersion', 'photos', 'dependsOn', 'draftKey']),
        })
        return { queued: true, id: savedCommand.id }
      }
      const inputKey = buildInputKey(input, options)
      const idempotencyKey =
        unansweredRef.current?.inputKey === inputKey ? unansweredRef.current.idempotencyKey : createUuid7()
      unansweredRef.current = { inputKey, idempotencyKey }
      const data = await callEndpoint(endpoint, input, {
        idempotencyKey,
        ...pick(options, ['quiet']),
        ...(options.files ? { files: options.files } : {}),
      })
      if (options.draftKey) await discardDraft(options.draftKey)
      return { queued: false, data }
    },
    [endpoint],
  )

  return useCallback(
    async (input: In, options: CommandCallOptions = {}): Promise<CommandResult<Out>> => {
      try {
        const result = await send(input, options)
        unansweredRef.current = null
        const changed = [getResourceName(endpoint), ...(options.changedResources ?? [])]
        if (!result.queued) refreshQueries(client, (key) => includesResource(key, changed))
        return result
      } catch (error) {
        const failure = error instanceof ApiError ? error : new ApiError('network', String(error))
        // The server answered, so the next attempt is a new command.
        if (!isServerUnreachable(failure)) unansweredRef.current = null
        throw failure
      }
    },
    [client, endpoint, send],
  )
}

/** Builds a key that is equal for commands with the same input, files and photos. */
export const buildInputKey = (input: unknown, { files = {}, photos = [] }: CommandCallOptions): string =>
  JSON.stringify([
    input,
    Object.entries(files).map(([field, blobs]) => [field, blobs.map(describeBlob)]),
    photos.map(({ id }) => id),
  ])
const describeBlob = (blob: Blob) => [
  blob.size,
  blob.type,
  ...(blob instanceof File ? [blob.name, blob.lastModified] : []),
]

async function discardDraft(key: string): Promise<void> {
  try {
    await (await getPhoneStore()).deleteDraft(key)
  } catch (error) {
    recordTrouble('draft not dropped', error)
  }
}
function pick<T extends object, K extends keyof T>(
  source: T,
  keys: readonly K[],
): { [P in K]?: Exclude<T[P], undefined> } {
  return Object.fromEntries(keys.filter((key) => source[key] !== undefined).map((key) => [key, source[key]])) as {
    [P in K]?: Exclude<T[P], undefined>
  }
}
