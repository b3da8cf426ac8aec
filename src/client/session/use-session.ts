import { useMemo, useSyncExternalStore } from 'react'
import type { Doer } from '@/contract/command-rights'
import { plantMoment } from '../clock'
import { useLanguage } from '../format/use-language'
import { mayCall, type Access } from '@/contract/endpoint'
import type { ChoiceField, Field } from '@/contract/field'
import { sees } from '@/contract/seen-by'
import { onSession, session, type SessionState } from './session'

/** The session, re-rendering when it changes. */
export const useSession = (): SessionState => useSyncExternalStore(onSession, session)

/** What the person is called, in the language of the app. */
export function useOwnName(): string {
  const { nickName, nickNameEn } = useSession()
  return (useLanguage() === 'en' && nickNameEn) || nickName
}

/** Whether the person holds a permission key (any one of several). The super user holds all. */
export function useMay(key: string | readonly string[]): boolean {
  return may(useSession(), key)
}
/** The same outside of React. */
export function may(person: Pick<SessionState, 'isSup' | 'buttons'>, key: string | readonly string[]): boolean {
  if (person.isSup) return true
  return (typeof key === 'string' ? [key] : key).some((one) => person.buttons.includes(one))
}
/** Whether the person may make a call; false for one that does not exist. */
export function useMayCall(endpoint: { access: Access } | undefined): boolean {
  return allows(useSession(), endpoint)
}
/** The same outside of React. */
export function allows(person: SessionState, endpoint: { access: Access } | undefined): boolean {
  const { isSup, buttons, hasLogin } = person
  return endpoint !== undefined && mayCall(endpoint.access, hasLogin ? { isSup, keys: new Set(buttons) } : null)
}
/** Whether the person may see what stands in a field (`seenBy`). */
export function useSees(): (field: Pick<Field, 'seenBy'>) => boolean {
  const { isSup, buttons, hasLogin } = useSession()
  return useMemo(() => {
    const person = hasLogin ? { isSup, keys: new Set(buttons) } : null
    return (field) => sees(field, person)
  }, [isSup, buttons, hasLogin])
}
/** The options of a choice that the person may choose (`guarded`). */
export function useOpenOptions(): <O extends string>(field: {
  readonly options: readonly O[]
  readonly guarded?: ChoiceField['guarded']
}) => readonly O[] {
  const { isSup, buttons, hasLogin } = useSession()
  return useMemo(() => {
    const person = hasLogin ? { isSup, keys: new Set(buttons) } : null
    return ({ options, guarded }) =>
      !guarded || mayCall(guarded.by, person) ? options : options.filter((one) => !guarded.options.includes(one))
  }, [isSup, buttons, hasLogin])
}
/** The person as commands ask for them: `openTo(commands, row, doer)`. */
export function useDoer(): Doer {
  const { userId, isSup, buttons } = useSession()
  return useMemo(
    () => ({
      id: userId,
      isSup,
      keys: new Set(buttons),
      get now() {
        return plantMoment()
      },
    }),
    [userId, isSup, buttons],
  )
}
