/** Links between accounts and people of the directory, and requests to link an existing account. */
import { refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { recordRowAuditNote } from '@/server/crud/audit'
import { directoryLink, directoryLinkRequest } from '@/server/db/sign-in-tables'
import { columns, sql } from '@/server/sql'
import { confirmDirectoryLink, readDirectoryLink, removeDirectoryLink } from '../contract/directory'
import { user } from '../contract/user'
import type { DirectoryPerson } from '../rules/directory'
import { endSessions } from './password'
import { assertMayActOnPerson } from './rank'
import { handle } from '@/server/area'

/**
 * Links an account with a person of the directory, unless one of the two is linked already. Deletes the pending
 * request.
 */
export async function storeDirectoryLink(ctx: Context, issuer: string, subject: string, userId: string): Promise<void> {
  await ctx.query(
    sql`insert into directory_link (site_id, issuer, subject, user_id, since)
      values (${ctx.site}, ${issuer}, ${subject}, ${userId}, ${ctx.now}) on conflict do nothing`,
  )
  await deleteLinkRequest(ctx, userId)
}
/** Stores a request to link an account, which an administrator can confirm. It replaces an earlier request. */
export async function storeLinkRequest(
  ctx: Context,
  issuer: string,
  { subject, userName, fullName }: DirectoryPerson,
  userId: string,
): Promise<void> {
  await ctx.query(sql`insert into directory_link_request (site_id, user_id, issuer, subject, user_name, full_name, requested_at)
    values (${ctx.site}, ${userId}, ${issuer}, ${subject}, ${userName.slice(0, 200)}, ${fullName.slice(0, 200)}, ${ctx.now})
     on conflict (site_id, user_id) do update set issuer = excluded.issuer, subject = excluded.subject, user_name = excluded.user_name,
       full_name = excluded.full_name, requested_at = excluded.requested_at`)
}
const deleteLinkRequest = (ctx: Context, userId: string) =>
  ctx.query(sql`delete from directory_link_request where site_id = ${ctx.site} and user_id = ${userId}`)

async function findLink(ctx: Context, userId: string) {
  const [link] = await ctx.query(
    sql`select ${columns(directoryLink, ['subject', 'since'])} from directory_link where site_id = ${ctx.site} and user_id = ${userId}`,
  )
  return link ?? null
}
async function findLinkRequest(ctx: Context, userId: string) {
  const [request] = await ctx.query(
    sql`select ${columns(directoryLinkRequest, ['issuer', 'subject', 'userName', 'fullName', 'requestedAt'])} from directory_link_request
        where site_id = ${ctx.site} and user_id = ${userId}`,
  )
  return request ?? null
}

/** Returns the directory link of an account and the pending request for a link. */
export const findDirectoryLink = handle(readDirectoryLink, async (ctx, { id }) => {
  const link = await findLink(ctx, id)
  const request = await findLinkRequest(ctx, id)
  return {
    linkedSubject: link?.subject ?? null,
    linkedSince: link?.since ?? null,
    requestSubject: request?.subject ?? null,
    requestName: request ? `${request.fullName} (${request.userName})` : null,
    requestedAt: request?.requestedAt ?? null,
  }
})
/** Confirms the request that the administrator saw. @throws 6000 if another request has replaced it since */
export const confirmLinkRequest = handle(confirmDirectoryLink, async (ctx, { id, subject }) => {
  const person = await ctx.rows.lock(user, id)
  await assertMayActOnPerson(ctx, person)
  const request = await findLinkRequest(ctx, id)
  if (!request || request.subject !== subject || (await findLink(ctx, id)))
    throw refuse('access:refusals.noLinkRequest', { name: person.userName })
  await storeDirectoryLink(ctx, request.issuer, subject, id)
  await recordRowAuditNote(ctx, user, person, { directoryLink: subject, userName: person.userName })
  return null
})
/** Removes the link or the pending request. Removing a link ends the account's sessions. */
export const unlinkDirectory = handle(removeDirectoryLink, async (ctx, { id }) => {
  const person = await ctx.rows.lock(user, id)
  await assertMayActOnPerson(ctx, person)
  const link = await findLink(ctx, id)
  if (!link && !(await findLinkRequest(ctx, id)))
    throw refuse('access:refusals.noLinkRequest', { name: person.userName })
  await ctx.query(sql`delete from directory_link where site_id = ${ctx.site} and user_id = ${id}`)
  await deleteLinkRequest(ctx, id)
  if (link) await endSessions(ctx, id, null)
  await recordRowAuditNote(ctx, user, person, { directoryLink: 'removed', userName: person.userName })
  return null
})
