import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { lookUpRow, lookUpRows } from '@/client/api/look-up-rows'
import type { FormCheck, FormError } from '@/client/resource/CommandForm'
import { tool } from '../contract/tool'
import { toolUse } from '../contract/tool-use'
import { findOccupant, findMissingPlaceField, findUseProblem, type UseProblem, type ToolUseFields } from '../rules/tool'
import { findLineErrors, useLineChoices } from './use-lines-for-tool'

type Use = Row<typeof toolUse>
/** Maximum rows of a list, newest first. The server also checks older records. */
const MAX_USES = 500
/** Form field at which a problem is displayed. */
const FIELD_BY_PROBLEM: Readonly<Record<UseProblem, string>> = {
  order: 'removedAt',
  elsewhere: 'occurredAt',
  afterScrap: 'occurredAt',
  noPlace: 'lineId',
  notOff: 'kind',
}

/** Returns the form check of a new or corrected use record. It applies the same rules as the server. */
export function useToolUseCheck(): FormCheck {
  const { t } = useTranslation(['tools', 'contract'])
  const getLineChoices = useLineChoices()
  return useCallback(
    async (values) => {
      const enteredUse = values as Partial<Use>
      const toolRow = enteredUse.toolId ? await lookUpRow(tool, enteredUse.toolId) : null
      if (!toolRow || !enteredUse.kind || !enteredUse.occurredAt) return []
      const uses = await lookUpRows(toolUse, { toolId: toolRow.id, size: MAX_USES })
      const storedUse =
        uses.find(({ id }) => id === enteredUse.id) ??
        (uses.length === MAX_USES && enteredUse.id ? await lookUpRow(toolUse, enteredUse.id) : null)
      const lineChoices = getLineChoices(toolRow)
      const errors: FormError[] = []
      // A record that was saved before this check existed may keep its line, so that its end can be entered.
      if (enteredUse.lineId && enteredUse.lineId !== storedUse?.lineId)
        errors.push(...findLineErrors(lineChoices, enteredUse.lineId))
      const checkedUse: ToolUseFields = {
        id: enteredUse.id ?? '',
        kind: enteredUse.kind,
        occurredAt: enteredUse.occurredAt,
        removedAt: enteredUse.removedAt ?? null,
        lineId: enteredUse.lineId ?? null,
        place: enteredUse.place ?? null,
        side: enteredUse.side ?? null,
        reason: enteredUse.reason ?? null,
      }
      const problem = findUseProblem(checkedUse, uses)
      if (problem) {
        const { conflictingUse, code } = problem
        const placeSuffix = conflictingUse?.place == null ? '' : ` · ${conflictingUse.place}`
        const conflictPlaceText = conflictingUse
          ? `${lineChoices.find(({ id }) => id === conflictingUse.lineId)?.label ?? ''}${placeSuffix}`
          : ''
        errors.push({
          name: FIELD_BY_PROBLEM[code],
          message: t(`refusals.${code}`, { code: toolRow.code, there: conflictPlaceText }),
        })
      }
      if (!checkedUse.lineId || checkedUse.kind !== 'mounted') return errors
      const missingField = findMissingPlaceField(toolRow.kind, checkedUse)
      if (missingField && !(storedUse && findMissingPlaceField(toolRow.kind, storedUse) === missingField))
        errors.push({ name: missingField, message: t('contract:errors.issue.missing') })
      if (checkedUse.place === null) return errors
      const usesAtPlace = await lookUpRows(toolUse, {
        kind: 'mounted',
        toolKind: toolRow.kind,
        lineId: checkedUse.lineId,
        placeFrom: checkedUse.place,
        placeTo: checkedUse.place,
        size: MAX_USES,
      })
      const occupant = findOccupant(
        checkedUse,
        usesAtPlace.filter(
          (otherUse) => otherUse.toolId !== toolRow.id && !(storedUse && findOccupant(storedUse, [otherUse])),
        ),
      )
      const occupantTool = occupant && (await lookUpRow(tool, occupant.toolId))
      if (occupant)
        errors.push({
          name: 'place',
          message: t('refusals.held', {
            code: occupantTool?.code ?? '',
            there: `${lineChoices.find(({ id }) => id === checkedUse.lineId)?.label ?? ''} · ${checkedUse.place}`,
          }),
        })
      return errors
    },
    [getLineChoices, t],
  )
}
