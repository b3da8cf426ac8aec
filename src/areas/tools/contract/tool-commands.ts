import { defineCommand, type ActionContext } from '@/contract/command'
import { choice, image, note, reference } from '@/contract/field'
import type { Row } from '@/contract/resource'
import { toolLifecycle, toolUseReasons } from '../rules/tool'
import { placeField, sideField, tool } from './tool'

type Tool = Row<typeof tool>
/** Optional input of every command; it is stored in the use record. */
const photoAndNoteFields = { photos: image(), remark: note({ max: 1000 }) } as const
const reasonAndNoteFields = { reason: choice(toolUseReasons, { required: true }), ...photoAndNoteFields } as const
/** Fields that only the server changes: the used life follows from the output of the machine. */
const serverFields = ['usedH', 'usedM', 'usedKg', 'lifePercent'] as const
const getLastCommandTime = ({ since }: Pick<Tool, 'since'>) => since
const applyCommandTime = (_row: Tool, _input: unknown, { at }: ActionContext) => ({ since: at })

/**
 * 装上, on a slitter 换刀: mounts the tool. A tool at the same place comes off at that moment with the reason
 * `replaced`.
 */
export const mountTool = defineCommand(tool, toolLifecycle, 'mount', {
  routes: ['POST /tool/mount', 'PUT /cut_first/cut_manage'],
  // A knife without a limit takes the limit of its slitter.
  serverFields: [...serverFields, 'lifeLimit'],
  input: { lineId: reference('line', { required: true }), place: placeField, side: sideField, ...photoAndNoteFields },
  getNotBefore: getLastCommandTime,
  apply: (_row, input, { at }) => ({
    lineId: input.lineId,
    place: input.place ?? null,
    side: input.side ?? null,
    mountedAt: at,
    since: at,
  }),
})
/** 取下: ends the mounting; its record holds the hours, metres and kilograms made. */
export const takeOffTool = defineCommand(tool, toolLifecycle, 'takeOff', {
  routes: 'POST /tool/take_off',
  serverFields,
  input: reasonAndNoteFields,
  getNotBefore: getLastCommandTime,
  apply: (_row, _input, { at }) => ({ lineId: null, place: null, side: null, mountedAt: null, since: at }),
})
/** 清洗: cleans the tool; a mounted tool is cleaned in its place. */
export const cleanTool = defineCommand(tool, toolLifecycle, 'clean', {
  routes: 'POST /tool/clean',
  lifecycleActions: ['clean', 'cleanMounted'],
  selectLifecycleAction: (row) => (row?.state === 'mounted' ? 'cleanMounted' : 'clean'),
  input: photoAndNoteFields,
  getNotBefore: getLastCommandTime,
  apply: applyCommandTime,
})
/** 刃磨: grinds the tool. */
export const grindTool = defineCommand(tool, toolLifecycle, 'grind', {
  routes: 'POST /tool/grind',
  input: photoAndNoteFields,
  getNotBefore: getLastCommandTime,
  apply: applyCommandTime,
})
/** 修理: repairs the tool. */
export const repairTool = defineCommand(tool, toolLifecycle, 'repair', {
  routes: 'POST /tool/repair',
  input: photoAndNoteFields,
  getNotBefore: getLastCommandTime,
  apply: applyCommandTime,
})
/** 报废: scraps the tool. The reason decides whether its life counts as ended in the statistics (`isEndOfLife`). */
export const scrapTool = defineCommand(tool, toolLifecycle, 'scrap', {
  routes: 'POST /tool/scrap',
  input: reasonAndNoteFields,
  getNotBefore: getLastCommandTime,
  apply: (_row, input, { at }) => ({ since: at, endReason: input.reason }),
})
/** All commands of a tool, the main ones first. */
export const toolCommands = [mountTool, takeOffTool, cleanTool, grindTool, repairTool, scrapTool] as const
