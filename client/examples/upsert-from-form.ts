// Handles a website form on your server: submitting it twice with the same email address updates the same lead.
//
//   HARK_URL=… HARK_API_KEY=… node upsert-from-form.ts
import { Hark, HarkError } from '@harkhq/client';

/** This workspace's custom fields. */
interface OurFields {
  newsletter: boolean | null;
}

const hark = new Hark<OurFields>({
  baseUrl: process.env.HARK_URL ?? 'http://127.0.0.1:8080',
  apiKey: process.env.HARK_API_KEY ?? '',
});

interface SentForm {
  email: string;
  name: string;
  newsletter: boolean;
}

/** Returns the message to show to the visitor. */
async function takeForm({ email, name, newsletter }: SentForm): Promise<string> {
  try {
    const { lead, isCreated } = await hark.leads.upsert({
      email,
      first_name: name,
      newsletter,
      source: 'website',
    });
    return `${isCreated ? 'Welcome' : 'Welcome back'}, ${lead.first_name}.`;
  } catch (error) {
    // The visitor can correct an invalid field, for example a mistyped email address.
    if (error instanceof HarkError && error.field !== undefined) return `Please check: ${error.message}`;
    throw error;
  }
}

console.log(await takeForm({ email: 'mia@example.test', name: 'Mia', newsletter: true }));
console.log(await takeForm({ email: 'mia@example.test', name: 'Mia', newsletter: false }));
console.log(await takeForm({ email: 'mia@', name: 'Mia', newsletter: false }));
