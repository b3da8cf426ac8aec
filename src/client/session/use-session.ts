import { useMemo, useSyncExternalStore } from 'react'
import type { Actor } from '@/contract/command-rights'
import { getPlantMoment } from '../clock'
import { useLanguage } from '../format/use-language'
import { canCall, type Access } from '@/contract/endpoint'
import type { ChoiceField, Field } from '@/contract/field'
import { canSeeField } from '@/contract/field-visibility'
import { subscribeToSession, getSession, type SessionState } from './session'

/** Returns the session; re-renders when it changes. */
export const useSession = (): SessionState => useSyncExternalStore(subscribeToSession, getSession)

/** Returns the user's name in the language of the app. */
export function usePersonName(): string {
  const { nickName, nickNameEn } = useSession()
  return (useLanguage() === 'en' && nickNameEn) || nickName
}

/** True if the user holds the permission, or any one of several. The superuser holds all. */
export function useHasPermission(permission: string | readonly string[]): boolean {
  return hasPermission(useSession(), permission)
}
/** Checks a permission like `useHasPermission`, outside React. */
export function hasPermission(
  person: Pick<SessionState, 'isSup' | 'buttons'>,
  permission: string | readonly string[],
): boolean {
  if (person.isSup) return true
  return (typeof permission === 'string' ? [permission] : permission).some((candidate) =>
    person.buttons.includes(candidate),
  )
}
/** True if the user may call the endpoint; false if it does not exist. */
export function useCanCall(endpoint: { access: Access } | undefined): boolean {
  return hasEndpointAccess(useSession(), endpoint)
}
/** Checks access to an endpoint like `useCanCall`, outside React. */
export function hasEndpointAccess(person: SessionState, endpoint: { access: Access } | undefined): boolean {
  const { isSup, buttons, hasLogin } = person
  return endpoint !== undefined && canCall(endpoint.access, hasLogin ? { isSup, keys: new Set(buttons) } : null)
}
/** Returns a predicate that tells whether the user may see the value of a field (`viewPermissions`). */
export function useCanSee(): (field: Pick<Field, 'viewPermissions'>) => boolean {
  const { isSup, buttons, hasLogin } = useSession()
  return useMemo(() => {
    const person = hasLogin ? { isSup, keys: new Set(buttons) } : null
    return (field) => canSeeField(field, person)
  }, [isSup, buttons, hasLogin])
}
/** Returns a function that filters the options of a choice to those the user may select (`restrictedOptions`). */
export function useAllowedOptions(): <O extends string>(field: {
  readonly options: readonly O[]
  readonly restrictedOptions?: ChoiceField['restrictedOptions']
}) => readonly O[] {
  const { isSup, buttons, hasLogin } = useSession()
  return useMemo(() => {
    const person = hasLogin ? { isSup, keys: new Set(buttons) } : null
    return ({ options, restrictedOptions }) =>
      !restrictedOptions || canCall(restrictedOptions.by, person)
        ? options
        : options.filter((option) => !restrictedOptions.options.includes(option))
  }, [isSup, buttons, hasLogin])
}
/** Returns the user as the rules of commands expect it, e.g. `getAllowedCommands(commands, row, actor)`. */
export function useActor(): Actor {
  const { userId, isSup, buttons } = useSession()
  return useMemo(
    () => ({
      id: userId,
      isSup,
      keys: new Set(buttons),
      get now() {
        return getPlantMoment()
      },
    }),
    [userId, isSup, buttons],
  )
}
