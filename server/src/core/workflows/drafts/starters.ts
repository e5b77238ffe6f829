import type { WantedSettings } from '../../listeners/index.ts';

export const starterNames = ['blank', 'form', 'partner', 'browser'] as const;
export type StarterName = (typeof starterNames)[number];

interface Starter {
  readonly steps: readonly unknown[];
  readonly listener: WantedSettings;
}

const saveLead = (source: string) => ({
  name: 'save',
  type: 'lead.upsert',
  match: { email: '{{ __data.email }}' },
  fields: { first_name: '{{ __data.first_name }}', last_name: '{{ __data.last_name }}', source },
});

const tellOwner = (owner: string) => ({
  name: 'tell_owner',
  type: 'notify',
  user: owner,
  subject: 'New lead: {{ steps.save.output.email }}',
  text: '{{ __data.message|default("No message was left.") }}',
});

/**
 * Returns a template for a new workflow with this owner. Each template works as is, except for names that
 * only the author knows. Without a mail server, no template sends email, because the first run would fail.
 */
export function starterOf(name: StarterName, owner: string, hasMail: boolean): Starter {
  switch (name) {
    case 'blank':
      return { steps: [], listener: {} };
    case 'form':
      return {
        steps: [saveLead('Website form'), ...(hasMail ? [tellOwner(owner)] : [])],
        listener: {},
      };
    case 'partner':
      return {
        steps: [
          {
            name: 'is_signed',
            type: 'branch',
            if: "{{ __data.__headers['x-signature'][0] == hashHmac('sha256', __data.__raw, secrets.partner_secret) }}",
            // biome-ignore lint/suspicious/noThenProperty: the key of the step (spec/provisioning §5).
            then: [saveLead('Partner')],
            else: [{ name: 'refuse', type: 'stop', as: 'failed', message: 'The signature is wrong.' }],
          },
        ],
        listener: { idempotency_header: 'X-Event-Id' },
      };
    case 'browser':
      return {
        steps: [
          saveLead('Browser'),
          {
            name: 'answer',
            type: 'respond',
            status: 200,
            body: { ok: true, lead: '{{ steps.save.output.id }}' },
          },
        ],
        listener: { allow_cors: true, cors_domains: 'https://www.example.com', respond_with: 'workflow' },
      };
  }
}
