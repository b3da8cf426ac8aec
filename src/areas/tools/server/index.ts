import { metresCut } from '@/plant/server/events'
import { defineServer, handle } from '@/server/area'
import { on } from '@/server/events'
import { toolsContract } from '../contract'
import { knife } from '../contract/knife'
import { change, countMetres, mount } from './knives'

export const toolsServer = defineServer(toolsContract, {
  handlers: [handle(knife.endpoints.create, mount), handle(knife.endpoints.update, change)],
  listeners: [on(metresCut, countMetres)],
  shiftPack: [{ resource: 'knife', where: 'removed_at is null', keys: ['divideInteractiveView'] }],
})
