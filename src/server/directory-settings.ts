/** Settings of the plant's own directory of people (OpenID Connect). */
import * as z from 'zod/mini'
import { BadSetting, textSchema, type SettingDefinition } from './setting'

export interface DirectorySettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Label of the directory's button on the login page. */
  readonly name: string
  /** URL under which browsers reach the app, without a trailing slash. */
  readonly publicUrl: string
  /** Claim that holds the user name, e.g. `preferred_username` or `email`. */
  readonly nameClaim: string
  /** Claim that lists the person's groups. */
  readonly groupsClaim: string
  /** Role code by group; the first matching group wins. Empty: roles are assigned in the plant. */
  readonly roles: readonly { readonly group: string; readonly role: string }[]
}

/**
 * Parses `group=ROLE;other group=ROLE`.
 * @returns null if the text does not have that form
 */
export function parseRolesByGroup(text: string): DirectorySettings['roles'] | null {
  const assignments = text
    .split(';')
    .map((assignment) => assignment.trim())
    .filter(Boolean)
  const roles = assignments.map((assignment) => {
    const separatorIndex = assignment.lastIndexOf('=')
    return {
      group: assignment.slice(0, Math.max(separatorIndex, 0)).trim(),
      role: assignment.slice(separatorIndex + 1).trim(),
    }
  })
  return roles.every(({ group, role }) => group && role) ? roles : null
}

const webAddressSchema = z
  .string()
  .check(z.refine((v: string) => v === '' || (/^https?:\/\//.test(v) && URL.canParse(v))))
const rolesByGroupSchema = z.string().check(z.refine((v: string) => parseRolesByGroup(v) !== null))

/** The settings of the directory as flags and environment variables. */
export const directoryFlags = {
  publicUrl: {
    env: 'PUBLIC_URL',
    flag: 'public-url',
    fallback: '',
    help: 'where browsers reach the app, for example https://mes.example.com',
    schema: webAddressSchema,
  },
  oidcIssuer: {
    env: 'OIDC_ISSUER',
    flag: 'oidc-issuer',
    fallback: '',
    help: "the plant's own directory (OpenID Connect); needs PUBLIC_URL; register PUBLIC_URL/ there as redirect URI",
    schema: webAddressSchema,
  },
  oidcClientId: {
    env: 'OIDC_CLIENT_ID',
    flag: 'oidc-client-id',
    fallback: '',
    help: 'client id of this app in the directory',
    schema: textSchema,
  },
  oidcClientSecret: {
    env: 'OIDC_CLIENT_SECRET',
    flag: 'oidc-client-secret',
    fallback: '',
    help: 'client secret of this app; empty for a public client',
    schema: textSchema,
  },
  oidcName: {
    env: 'OIDC_NAME',
    flag: 'oidc-name',
    fallback: 'SSO',
    help: 'what the button on the login page calls the directory',
    schema: textSchema,
  },
  oidcNameClaim: {
    env: 'OIDC_NAME_CLAIM',
    flag: 'oidc-name-claim',
    fallback: 'preferred_username',
    help: 'claim that holds the user name',
    schema: textSchema,
  },
  oidcGroupsClaim: {
    env: 'OIDC_GROUPS_CLAIM',
    flag: 'oidc-groups-claim',
    fallback: 'groups',
    help: "claim that lists the person's groups",
    schema: textSchema,
  },
  oidcRoles: {
    env: 'OIDC_ROLES',
    flag: 'oidc-roles',
    fallback: '',
    help: 'role by group, "mechanics=MAINT;office=VIEWER". Each sign-in sets the role; the first one also creates the account',
    schema: rolesByGroupSchema,
  },
} satisfies Record<string, SettingDefinition>
type DirectoryFlagValues = { readonly [K in keyof typeof directoryFlags]: string }

/**
 * Builds the directory settings, or null if no directory is configured.
 * @throws BadSetting if required settings are missing
 */
export function toDirectorySettings(values: DirectoryFlagValues): DirectorySettings | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, publicUrl } = values
  if (!issuer) return null
  if (!clientId) throw new BadSetting('OIDC_ISSUER needs OIDC_CLIENT_ID')
  if (!publicUrl) throw new BadSetting('OIDC_ISSUER needs PUBLIC_URL')
  return {
    issuer,
    clientId,
    clientSecret: values.oidcClientSecret,
    name: values.oidcName,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    nameClaim: values.oidcNameClaim,
    groupsClaim: values.oidcGroupsClaim,
    roles: parseRolesByGroup(values.oidcRoles) ?? [],
  }
}
