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
        steps: [saveLead('Partner')],
        // Requests are rejected until the workspace has this secret.
        listener: {
          idempotency_header: 'X-Event-Id',
          signature: { scheme: 'hmac', header: 'X-Signature', secret: ['{{ secrets.partner_secret }}'] },
        },
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
