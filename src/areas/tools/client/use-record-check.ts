import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { findMomentProblem } from '@/contract/moment-problem'
import type { Row } from '@/contract/resource'
import { lookUpRow, lookUpRows } from '@/client/api/look-up-rows'
import { getPlantNow } from '@/client/clock'
import type { FormCheck, FormError } from '@/client/resource/CommandForm'
import { tool } from '../contract/tool'
import { toolUse } from '../contract/tool-use'
import { heldBy, placeMissing, useProblem as problemOf, type UseProblem, type UseSpan } from '../rules/tool'
import { lineWrong, useLineFit } from './lines-for'

type Use = Row<typeof toolUse>
/** Above the number of records of a tool. */
const MOST = 500
/** Form field at which a problem is displayed. */
const FIELDS: Readonly<Record<UseProblem, string>> = {
  order: 'removedAt',
  elsewhere: 'occurredAt',
  afterScrap: 'occurredAt',
  noPlace: 'lineId',
  notOff: 'kind',
}

/** Returns the form check of a new or corrected use record, with the rules of the server. */
export function useRecordCheck(): FormCheck {
  const { t } = useTranslation(['tools', 'contract'])
  const fit = useLineFit()
  return useCallback(
    async (values) => {
      const said = values as Partial<Use>
      const of = said.toolId ? await lookUpRow(tool, said.toolId) : null
      if (!of || !said.kind || !said.occurredAt) return []
      const uses = await lookUpRows(toolUse, { toolId: of.id, size: MOST })
      const before = uses.find(({ id }) => id === said.id)
      const lines = fit(of)
      const wrong: FormError[] = ['occurredAt', 'removedAt'].flatMap((name) => {
        const moment = values[name]
        const ahead = typeof moment === 'string' && findMomentProblem(moment, getPlantNow()) === 'inFuture'
        return ahead ? [{ name, message: t('contract:errors.issue.inFuture') }] : []
      })
      // A record older than this check may keep its line, so that its end can be entered.
      if (said.lineId && said.lineId !== before?.lineId) wrong.push(...lineWrong(lines, said.lineId))
      const span: UseSpan = {
        id: said.id ?? '',
        kind: said.kind,
        occurredAt: said.occurredAt,
        removedAt: said.removedAt ?? null,
        lineId: said.lineId ?? null,
        place: said.place ?? null,
        side: said.side ?? null,
        reason: said.reason ?? null,
      }
      const problem = problemOf(span, uses)
      if (problem) {
        const { by, code } = problem
        const place = by?.place == null ? '' : ` · ${by.place}`
        const there = by ? `${lines.find(({ id }) => id === by.lineId)?.label ?? ''}${place}` : ''
        wrong.push({ name: FIELDS[code], message: t(`refusals.${code}`, { code: of.code, there }) })
      }
      if (!span.lineId || span.kind !== 'mounted') return wrong
      const missing = placeMissing(of.kind, span)
      if (missing && !(before && placeMissing(of.kind, before) === missing))
        wrong.push({ name: missing, message: t('contract:errors.issue.missing') })
      if (span.place === null) return wrong
      const there = await lookUpRows(toolUse, {
        kind: 'mounted',
        toolKind: of.kind,
        lineId: span.lineId,
        placeFrom: span.place,
        placeTo: span.place,
        size: MOST,
      })
      const held = heldBy(
        span,
        there.filter((one) => one.toolId !== of.id && !(before && heldBy(before, [one]))),
      )
      const other = held && (await lookUpRow(tool, held.toolId))
      if (held)
        wrong.push({
          name: 'place',
          message: t('refusals.held', {
            code: other?.code ?? '',
            there: `${lines.find(({ id }) => id === span.lineId)?.label ?? ''} · ${span.place}`,
          }),
        })
      return wrong
    },
    [fit, t],
  )
}
