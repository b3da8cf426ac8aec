import { defineMaintenanceTask, defineFault, defineVisualCheck, type MachineGroup } from './group'
import { toBilingualText } from '../bilingual-text'

/** Shared services: lifting, vehicles, laboratory, packing, fire and dust protection. */
export const serviceGroups = {
  lifting: {
    makers: [
      ['江南起重', 'LD-5T'],
      ['东岳起重', 'QD-10T'],
    ],
    lifetime: [6800, 1.1],
    faults: [
      defineFault(
        'electrical',
        3,
        toBilingualText('起升无动作', 'Hoist does not lift'),
        toBilingualText('手柄按钮接触不良', 'Poor contact in the pendant button'),
        toBilingualText('更换按钮开关', 'Replaced the push button'),
        'contactor',
      ),
      defineFault(
        'safety',
        2,
        toBilingualText('上限位失灵', 'Upper limit switch does not work'),
        toBilingualText('限位开关损坏', 'Limit switch damaged'),
        toBilingualText('更换限位开关并试验', 'Replaced and tested the limit switch'),
        'sensor',
      ),
      defineFault(
        'mechanical',
        1,
        toBilingualText('制动下滑', 'Load slips when braked'),
        toBilingualText('制动片磨损', 'Brake lining worn'),
        toBilingualText('更换制动片，调整间隙', 'Replaced the brake lining, adjusted the gap'),
        'belt',
      ),
    ],
    checks: [
      defineVisualCheck('限位与制动有效', 'Limits and brake work'),
      defineVisualCheck('钢丝绳无断丝', 'Rope without broken wires'),
      defineVisualCheck('吊钩防脱装置完好', 'Hook latch in order'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '钢丝绳润滑与检查',
        'Wire rope lubrication and check',
        1,
        'month',
        1,
        [
          toBilingualText('检查断丝与磨损', 'Check for broken wires and wear'),
          toBilingualText('涂抹润滑脂', 'Apply grease'),
          toBilingualText('试验限位', 'Test the limit switches'),
        ],
        'grease',
      ),
    ],
  },
  vehicle: {
    makers: [
      ['安瑞叉车', 'FB-30'],
      ['东岳叉车', 'CPD-20'],
    ],
    lifetime: [4500, 1.1],
    faults: [
      defineFault(
        'hydraulic',
        3,
        toBilingualText('货叉下沉', 'Forks sink'),
        toBilingualText('油缸密封件老化', 'Cylinder seals aged'),
        toBilingualText('更换密封件', 'Replaced the seals'),
        'seal',
      ),
      defineFault(
        'electrical',
        2,
        toBilingualText('充不进电', 'Does not charge'),
        toBilingualText('充电机保险烧断', 'Charger fuse blown'),
        toBilingualText('更换保险', 'Replaced the fuse'),
        'breaker',
      ),
    ],
    checks: [
      defineVisualCheck('制动、喇叭、灯光正常', 'Brake, horn and lights work'),
      defineVisualCheck('轮胎完好', 'Tyres in order'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '电瓶与液压检查',
        'Battery and hydraulics check',
        1,
        'month',
        1,
        [
          toBilingualText('补充蒸馏水', 'Top up distilled water'),
          toBilingualText('检查液压油位', 'Check the hydraulic oil level'),
          toBilingualText('检查制动', 'Check the brake'),
        ],
        'oil',
      ),
    ],
  },
  laboratory: {
    makers: [
      ['北辰仪器', 'YG-026'],
      ['精锐测控', 'XL-100'],
    ],
    lifetime: [12000, 1],
    faults: [
      defineFault(
        'instrument',
        3,
        toBilingualText('测试值重复性差', 'Poor repeatability of test values'),
        toBilingualText('夹具磨损', 'Clamps worn'),
        toBilingualText('更换夹片，重新校准', 'Replaced the jaw faces, recalibrated'),
      ),
      defineFault(
        'electrical',
        1,
        toBilingualText('开机无显示', 'Dark when switched on'),
        toBilingualText('保险丝熔断', 'Fuse blown'),
        toBilingualText('更换保险丝', 'Replaced the fuse'),
        'breaker',
      ),
    ],
    checks: [
      defineVisualCheck('零点正常、夹具清洁', 'Zero right, clamps clean'),
      defineVisualCheck('校准标签在有效期内', 'Calibration label valid'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask('期间核查', 'Intermediate check', 3, 'month', 1, [
        toBilingualText('标准件比对', 'Compare with the reference piece'),
        toBilingualText('记录偏差', 'Record the deviation'),
        toBilingualText('清洁保养', 'Clean and maintain'),
      ]),
    ],
  },
  fabric: {
    makers: [
      ['海澄包装', 'PK-1600'],
      ['江南轻机', 'RC-300'],
    ],
    lifetime: [4000, 1.2],
    faults: [
      defineFault(
        'mechanical',
        3,
        toBilingualText('输送带跑偏', 'Conveyor belt off track'),
        toBilingualText('滚筒粘料', 'Build-up on the roller'),
        toBilingualText('清理滚筒，调整张紧', 'Cleaned the roller, adjusted the tension'),
        'belt',
      ),
      defineFault(
        'control',
        2,
        toBilingualText('光电检测不到工件', 'Photocell does not see the roll'),
        toBilingualText('光电开关移位', 'Photocell out of position'),
        toBilingualText('重新安装光电开关', 'Refitted the photocell'),
        'sensor',
      ),
      defineFault(
        'heating',
        1,
        toBilingualText('封口不牢', 'Seal does not hold'),
        toBilingualText('热封条老化', 'Sealing strip aged'),
        toBilingualText('更换热封条', 'Replaced the sealing strip'),
        'heater',
      ),
    ],
    checks: [
      defineVisualCheck('输送平稳、光电灵敏', 'Runs smoothly, sensors respond'),
      defineVisualCheck('防护罩完好', 'Guards in place'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '清洁与润滑',
        'Cleaning and lubrication',
        2,
        'week',
        1,
        [
          toBilingualText('清理废料', 'Clear away waste'),
          toBilingualText('链条加油', 'Oil the chain'),
          toBilingualText('检查光电', 'Check the photocells'),
        ],
        'oil',
      ),
    ],
  },
  safety: {
    makers: [
      ['安瑞消防', 'XBD-9'],
      ['常安环保', 'DMC-96'],
    ],
    lifetime: [9000, 1],
    faults: [
      defineFault(
        'safety',
        2,
        toBilingualText('消防主机报通讯故障', 'Fire alarm panel reports a communication fault'),
        toBilingualText('模块进水', 'Water in the module'),
        toBilingualText('更换模块，做好防水', 'Replaced and waterproofed the module'),
        'plc',
      ),
      defineFault(
        'pneumatic',
        2,
        toBilingualText('脉冲阀不喷吹', 'Pulse valve does not blow'),
        toBilingualText('膜片破损', 'Diaphragm torn'),
        toBilingualText('更换膜片', 'Replaced the diaphragm'),
        'valve',
      ),
    ],
    checks: [
      defineVisualCheck('压力在绿区、通道畅通', 'Pressure in the green, ways clear'),
      defineVisualCheck('指示灯正常', 'Lamps normal'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask('功能试验', 'Function test', 1, 'month', 1, [
        toBilingualText('手动启停试验', 'Manual start and stop test'),
        toBilingualText('检查压力', 'Check the pressure'),
        toBilingualText('填写记录', 'Fill in the record'),
      ]),
    ],
  },
} as const satisfies Record<string, MachineGroup>
